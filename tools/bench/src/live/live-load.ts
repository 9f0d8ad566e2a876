import { type ChildProcess, fork } from 'node:child_process';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { INTEGRATION_EVENTS_TOPIC } from '@portico/contracts/events/integration-event';
import type { Kafka } from '@portico/kafka/client';
import { eventually } from '@portico/testkit';
import { pinApart, processorSecondsOf } from '../processes.ts';
import { ORGANIZATIONS, withProducer } from '../publishing.ts';
import { round } from '../statistics.ts';
import { publishOpenLoop } from './publish-open-loop.ts';

/** The consumer group that stores events. */
const INGEST_GROUP = 'events.ingest';
const VIEWERS = fileURLToPath(new URL('live-viewers.ts', import.meta.url));

export type Load = {
  /** Events a second. */
  rate: number;
  seconds: number;
  /** Viewers of every event. With tokens one more viewer sees one organization only. */
  viewers: number;
};
export type Seen = {
  /** Milliseconds from the moment when the publisher sent an event. */
  p50: number;
  p95: number;
  p99: number;
  /** From the moment when it was planned to be sent. */
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
  /** The watched process. It runs on other processors than the viewers. */
  pid: number;
  /** A process that stores events beside it. */
  ingest?: number | undefined;
  admin?: string;
  member?: string;
};
export type LoadFigures = Load &
  Seen & {
    /** Milliseconds by which the publisher itself was late, p99. */
    late99: number;
    /** Microseconds of processor time of the watched processes for an event, until every event is stored. */
    costs: number;
    /** Processes of the machine that waited for a processor in the last minute. */
    busy: number;
  };

/** From publishing to sockets. The first second is not counted. */
export async function underLoad(kafka: Kafka, watched: Watched, load: Load): Promise<LoadFigures> {
  const viewers = await startViewers(watched, load);
  await pinApart(watched.pid, viewers.pid ?? 0);
  const pids = [watched.pid, watched.ingest ?? []].flat();
  const before = await processorSecondsOf(pids);
  const late99 = await withProducer(kafka, (producer) => publishOpenLoop(producer, load.rate, load.seconds));
  viewers.send('finish');
  const seen = (await answerOf(viewers)) as Seen;
  viewers.disconnect();
  await settled(kafka);
  const costs = ((await processorSecondsOf(pids)) - before) * 1e6;
  return { ...load, ...seen, late99, costs: round(costs / (load.rate * load.seconds)), busy: round(loadavg()[0] ?? 0) };
}

/** Waits until every published event is stored: the next load must not pay for it. */
async function settled(kafka: Kafka): Promise<void> {
  const admin = kafka.admin();
  await admin.connect();
  const isStored = async (): Promise<boolean> => {
    await sleep(200);
    const ends = await admin.fetchTopicOffsets(INTEGRATION_EVENTS_TOPIC);
    const [group] = await admin.fetchOffsets({ groupId: INGEST_GROUP, topics: [INTEGRATION_EVENTS_TOPIC] });
    const committed = new Map(group?.partitions.map(({ partition, offset }) => [partition, Number(offset)]));
    return ends.every(({ partition, high }) => Number(high) <= Math.max(0, committed.get(partition) ?? 0));
  };
  await eventually(isStored, 120_000).finally(() => admin.disconnect());
}

/** Resolves when every viewer watches. They end when they are disconnected. */
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
