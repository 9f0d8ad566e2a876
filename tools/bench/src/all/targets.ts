import type { IngestCosts } from '../ingest-rounds.ts';
import type { LoadFigures } from '../live/live-load.ts';
import type { Compared } from '../peers/measure.ts';
import type { QueryFigures } from '../query/report.ts';
import type { BurstFigures } from '../web-burst.ts';
import type { FirstRows, WebFigures } from '../web.bench.ts';
import { median } from '../statistics.ts';

/** What a benchmark has written, or as much of it as there is. */
export type Written = Record<string, unknown>;
/** `isAtLeast`: reached from `wanted` on instead of up to it. `of` throws, or gives NaN, where a figure is missing. */
export type Target = {
  benchmark: string;
  title: string;
  unit: string;
  wanted: number;
  isAtLeast?: boolean;
  of: (written: Written) => number;
};

type Live = { measured: (LoadFigures & { name: string })[] };
type Peers = { compared: Record<string, Compared>; disk: { ratio: number } };
type Start = { starts: { bundled: { readySeconds: number; idleMiB: number }[] } };
type Web = { figures: WebFigures; firstRows: FirstRows; burst: BurstFigures };

const as =
  <Figures>(read: (figures: Figures) => number) =>
  (written: Written): number =>
    read(written as Figures);
const most = (numbers: (number | undefined)[]): number =>
  Math.max(...numbers.filter((one): one is number => one !== undefined));

const QUESTIONS: Record<string, number> = {
  'first page': 20,
  status: 25,
  'one organization': 25,
  integration: 25,
  facets: 20,
  histogram: 20,
  'frequent text': 40,
  'rare text': 60,
  'details, one value': 60,
};
const questions = (['idle', 'busy'] as const).flatMap((when) =>
  Object.entries(QUESTIONS).map(([question, wanted]): Target => ({
    benchmark: 'query',
    title: `${question}, ${when === 'idle' ? 'idle' : '2,000 events a second arriving'}, p95`,
    unit: 'ms',
    wanted,
    of: as(({ [when]: answered }: QueryFigures) => answered[question]?.gateway.p95 ?? Number.NaN),
  })),
);

const liveOf = ({ measured }: Live, name: string, rate: number, viewers: number): number =>
  median(
    measured.filter((one) => one.name === name && one.rate === rate && one.viewers === viewers).map(({ p99 }) => p99),
  );

export const TARGETS: readonly Target[] = [
  ...questions,
  {
    benchmark: 'query',
    title: 'first page of 100 viewers who ask at once, p95',
    unit: 'ms',
    wanted: 150,
    of: as(({ crowd }: QueryFigures) => crowd.gateway.p95),
  },
  {
    benchmark: 'peers',
    title: "slowest page beside a log console's, without its count",
    unit: 'times',
    wanted: 1,
    of: as(({ compared }: Peers) => most(Object.values(compared).map(({ pageRatio }) => pageRatio))),
  },
  {
    benchmark: 'peers',
    title: "slowest answer with an exact count beside a log console's",
    unit: 'times',
    wanted: 0.25,
    of: as(({ compared }: Peers) => most(Object.values(compared).map(({ countedRatio }) => countedRatio))),
  },
  {
    benchmark: 'peers',
    title: "disk beside a log console's table",
    unit: 'times',
    wanted: 1.8,
    of: as(({ disk }: Peers) => disk.ratio),
  },
  {
    benchmark: 'ingest',
    title: 'events stored',
    unit: 'a core-second',
    wanted: 60_000,
    isAtLeast: true,
    of: as(({ storedPerCoreSecond }: IngestCosts) => storedPerCoreSecond),
  },
  {
    benchmark: 'live',
    title: '1,000 viewers, 200 events a second, p99 beside a plain ws broadcast',
    unit: 'times',
    wanted: 0.3,
    of: as((live: Live) => liveOf(live, 'portico', 200, 1_000) / liveOf(live, 'plain ws', 200, 1_000)),
  },
  {
    benchmark: 'live',
    title: 'one viewer, 20,000 events a second, p99',
    unit: 'ms',
    wanted: 100,
    of: as((live: Live) => liveOf(live, 'portico', 20_000, 1)),
  },
  {
    benchmark: 'directory',
    title: 'costliest change of the directory, 10,000 viewers',
    unit: 'µs',
    wanted: 1_000,
    of: as(({ figures }: { figures: { microseconds: number }[] }) =>
      most(figures.map(({ microseconds }) => microseconds)),
    ),
  },
  {
    benchmark: 'door',
    title: 'POST /ingest/events in batches of 100',
    unit: 'events a core-second',
    wanted: 5_000,
    isAtLeast: true,
    of: as(
      ({ figures }: { figures: { batch: number; door: { aCoreSecond: number } }[] }) =>
        figures.find(({ batch }) => batch === 100)?.door.aCoreSecond ?? Number.NaN,
    ),
  },
  {
    benchmark: 'fold',
    title: 'marks folded into episodes, 10,000 keys, none of them news',
    unit: 'a second',
    wanted: 20_000,
    isAtLeast: true,
    of: as(({ again }: { again: { marksPerSecond: number } }) => again.marksPerSecond),
  },
  {
    benchmark: 'fairness',
    title: 'list of an administrator while one customer exports 60 files, beside idle',
    unit: 'times',
    wanted: 2,
    of: as(({ figures }: { figures: Record<string, { ratio: number }> }) => figures['60 exports']?.ratio ?? Number.NaN),
  },
  {
    benchmark: 'start',
    title: 'ready, from the second start',
    unit: 's',
    wanted: 4.5,
    of: as(({ starts }: Start) => median(starts.bundled.map(({ readySeconds }) => readySeconds))),
  },
  {
    benchmark: 'start',
    title: 'idle memory of the whole stack (PSS)',
    unit: 'MiB',
    wanted: 1_024,
    of: as(({ starts }: Start) => median(starts.bundled.map(({ idleMiB }) => idleMiB))),
  },
  {
    benchmark: 'web',
    title: "largest paint of a route, empty cache, a quarter of the processor's speed",
    unit: 'ms',
    wanted: 2_000,
    of: as(({ figures }: Web) => most(figures.map(({ paint }) => paint))),
  },
  {
    benchmark: 'web',
    title: 'first rows painted, warm cache, a quarter of the speed',
    unit: 'ms',
    wanted: 1_000,
    of: as(({ firstRows }: Web) => firstRows.warm),
  },
  {
    benchmark: 'web',
    title: 'first rows painted, empty cache, a quarter of the speed',
    unit: 'ms',
    wanted: 2_000,
    of: as(({ firstRows }: Web) => firstRows.cold),
  },
  {
    benchmark: 'web',
    title: 'tasks above 50 ms in ten seconds, 50 events a second',
    unit: 'tasks',
    wanted: 0,
    of: as(({ burst }: Web) => burst.steady.longTasks),
  },
];
