import { type ChildProcess, fork } from 'node:child_process';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Kafka } from '@portico/kafka/client';
import { pinApart } from '../processor-time.ts';
import { ORGANIZATIONS, withProducer } from '../publishing.ts';
import { processorSecondsOf } from '../start/processes.ts';
import { round } from '../statistics.ts';
import { publishOpenLoop } from './publish-open-loop.ts';
import { settled } from './settled.ts';

const VIEWERS = fileURLToPath(new URL('live-viewers.ts', import.meta.url));

export type Load = {
  /** Events a second. */
  rate: number;
  seconds: number;
  /** Who see every event. One more sees one organization, where there are organizations. */
  viewers: number;
};
export type Seen = {
  /** Milliseconds from the moment when the publisher sent an event. */
  p50: number;
  p95: number;
  p99: number;
  /** From the moment when it was to be sent. */
  planned99: number;
  /** Over all viewers: neither received nor reported as skipped. */
  missed: number;
  /** Reported as skipped, because a viewer was too far behind; the console loads the list then. */
  skipped: number;
  doubled: number;
  /** Events of other organizations that a viewer of one organization received. */
  foreign: number;
  /** Frames that all viewers received. */
  frames: number;
};
/** What is watched: a socket.io address with tokens, or a plain WebSocket that broadcasts what is published. */
export type Watched = {
  url: string;
  /** The processes that are watched; elsewhere than the viewers, unless everything shares the processors. */
  pids: readonly number[];
  isShared?: true;
  admin?: string;
  member?: string;
};
export type LoadFigures = Load &
  Seen & {
    /** By how many milliseconds the publisher itself was late, p99. */
    late99: number;
    /** Microseconds of processor time that the watched processes took for an event, until all of them were stored as well. */
    costs: number;
    /** Of the machine: how many processes wanted a processor in the last minute. */
    busy: number;
  };

/** From publishing to sockets. The first second is not counted. */
export async function underLoad(kafka: Kafka, watched: Watched, load: Load): Promise<LoadFigures> {
  const viewers = await startViewers(watched, load);
  if (!watched.isShared) await pinApart(watched.pids, viewers.pid ?? 0);
  const before = await processorSecondsOf(watched.pids);
  const late99 = await withProducer(kafka, (producer) => publishOpenLoop(producer, load.rate, load.seconds));
  viewers.send('finish');
  const seen = (await answerOf(viewers)) as Seen;
  viewers.disconnect();
  await settled(kafka);
  const costs = ((await processorSecondsOf(watched.pids)) - before) * 1e6;
  return { ...load, ...seen, late99, costs: round(costs / (load.rate * load.seconds)), busy: round(loadavg()[0] ?? 0) };
}

/** Resolves when everybody watches. They end when they are let go. */
export async function startViewers(watched: Watched, load: Load) {
  const viewers = fork(VIEWERS, [JSON.stringify({ ...watched, ...load, organizations: ORGANIZATIONS })]);
  await answerOf(viewers);
  await sleep(500);
  return viewers;
}

/** The next message of a child. @throws when it ends instead. */
export const answerOf = (child: ChildProcess): Promise<unknown> =>
  new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`a process of the benchmark ended with ${code}`)));
  });
