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

const INGEST_GROUP = 'events.ingest';
const VIEWERS = fileURLToPath(new URL('live-viewers.ts', import.meta.url));

export type Load = {
  /** Events per second. */
  rate: number;
  seconds: number;
  /** Number of viewers who see all events. If the server requires tokens, one more viewer sees only one organization. */
  viewers: number;
};
export type Seen = {
  /** Latency in milliseconds since the publisher sent the event. */
  p50: number;
  p95: number;
  p99: number;
  /** Latency in milliseconds since the planned time of the event, p99. */
  planned99: number;
  /** Number of events that a viewer neither received nor saw as skipped, summed over all viewers. */
  missed: number;
  /** Number of events that the server skipped because a viewer was too far behind. The console then reloads the list. */
  skipped: number;
  doubled: number;
  /** Number of events of other organizations that the viewer of one organization received. Must be 0. */
  foreign: number;
  /** Number of messages that all viewers received. */
  frames: number;
};
/** The measured server: a socket.io address with tokens, or a plain WebSocket that broadcasts every event. */
export type Watched = {
  url: string;
  /** Process id of the server. The server and the viewers run on different processors. */
  pid: number;
  /** Id of a second process, which stores events. */
  ingest?: number | undefined;
  admin?: string;
  member?: string;
};
export type LoadFigures = Load &
  Seen & {
    /** Milliseconds by which the publisher sent events after their planned time, p99. */
    late99: number;
    /** Processor time of the server's processes in microseconds per event. The measurement ends when all events are stored. */
    costs: number;
    /** The machine's average load in the last minute. */
    busy: number;
  };

/** Measures the latency from publishing an event to receiving it on a socket. Ignores the first second. */
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

/** Waits until every published event is stored, so that this work does not slow the next load down. */
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

/** Starts viewers in a child process, and resolves when all of them receive live rows. The child ends on disconnect. */
export async function startViewers(watched: Watched, load: Load) {
  const viewers = fork(VIEWERS, [JSON.stringify({ ...watched, ...load, organizations: ORGANIZATIONS })]);
  await answerOf(viewers);
  await sleep(500);
  return viewers;
}

/** Returns the next message of the child. @throws if the child ends before it sends a message. */
export const answerOf = (child: ChildProcess): Promise<unknown> =>
  new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`a process of the benchmark ended with ${code}`)));
  });
