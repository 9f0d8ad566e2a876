import { ASSUMED, BOUNDS, COSTS } from './costs.ts';

/** Requirements of a deployment of one size. Rates are in events per second. */
export type Size = {
  factor: number;
  average: number;
  peak: number;
  viewers: number;
  ingestProcesses: number;
  /** Number of live processes. Infinity if one live process cannot read all events. */
  liveProcesses: number;
  clickhouseCores: number;
  clickhouseTB: number;
  kafkaGB: number;
  kafkaMBASecond: number;
  memoryGiB: number;
  /** Exceeded limits, ordered by rate. */
  breaks: Break[];
};
type Break = { at: number; what: string; carries: string };

const A_DAY = 86_400;
const core = (microseconds: number, aSecond: number): number => (microseconds * aSecond) / 1_000_000;

/** Limits of the parts of Portico. `at`: events per second at the peak. Assumes that the number of viewers grows with this rate. */
const LIMITS: readonly Break[] = [
  {
    at: (BOUNDS.oneServer * 1e12 * ASSUMED.peak) / (COSTS.bytesStored * ASSUMED.retentionDays * A_DAY),
    what: `the disk of one ClickHouse server (${BOUNDS.oneServer} TB)`,
    carries: 'replicated tables on object storage, or fewer days (`EVENTS_RETENTION_DAYS`)',
  },
  {
    at: (ASSUMED.utilization * 1e6) / COSTS.readLive,
    what: 'one thread reading every event: each live process does',
    carries: 'a topic per group of organizations, so that a live process reads those of its viewers',
  },
  {
    at: BOUNDS.insertChain,
    what: 'the one chain of inserts',
    carries: 'shards by organization, each with a chain and a cluster address of its own',
  },
  {
    at: (BOUNDS.partitions * ASSUMED.utilization * 1e6) / COSTS.storeEvent,
    what: `${BOUNDS.partitions} partitions: more ingest processes have nothing to read`,
    carries: 'more partitions, before the topic holds events',
  },
].toSorted((one, other) => one.at - other.at);

export function sizeOf(factor: number): Size {
  const average = ASSUMED.eventsASecond * factor;
  const peak = average * ASSUMED.peak;
  const viewers = ASSUMED.viewers * factor;
  const ingestProcesses = Math.max(2, Math.ceil(core(COSTS.storeEvent, peak) / ASSUMED.utilization));
  const left = ASSUMED.utilization - core(COSTS.readLive, peak);
  const sent = core(COSTS.sendLive, viewers * ASSUMED.seenASecond);
  const liveProcesses = left > 0 ? Math.max(2, Math.ceil(sent / left)) : Number.POSITIVE_INFINITY;
  const clickhouse = core(COSTS.insertEvent, peak) + core(COSTS.list, viewers / ASSUMED.listEvery);
  const readers = 1 + (Number.isFinite(liveProcesses) ? liveProcesses : 0);
  const events = ingestProcesses + (Number.isFinite(liveProcesses) ? liveProcesses : 0) + 2;
  return {
    factor,
    average,
    peak,
    viewers,
    ingestProcesses,
    liveProcesses,
    clickhouseCores: clickhouse / ASSUMED.utilization,
    clickhouseTB: (average * A_DAY * ASSUMED.retentionDays * COSTS.bytesStored) / 1e12,
    kafkaGB: (average * A_DAY * ASSUMED.kafkaDays * ASSUMED.bytesInKafka * ASSUMED.replicas) / 1e9,
    kafkaMBASecond: (peak * ASSUMED.bytesInKafka * readers) / 1e6,
    memoryGiB: (events * COSTS.eventsProcess + 14 * COSTS.otherProcess + (viewers * COSTS.viewer) / 1_024) / 1_024,
    breaks: LIMITS.filter(({ at }) => at < peak),
  };
}

/** Returns the first limit that this size does not exceed yet, or undefined if it exceeds all limits. */
export const nextBreak = ({ peak }: Size): Break | undefined => LIMITS.find(({ at }) => at >= peak);
