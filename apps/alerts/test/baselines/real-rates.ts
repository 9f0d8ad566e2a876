/**
 * Measures the detection of silence on real traffic. Prints one line per series and rate: false alarms per integration and month, and
 * the median number of hours until a stop is detected. Reads the folder `data` of the Numenta Anomaly Benchmark
 * (github.com/numenta/NAB, MIT), which contains counts per 5 or 30 minutes. Spreads the arrivals of a count evenly over its minutes,
 * and thins each series to a lower rate.
 *
 *   node --import ./tools/swc-hook.mjs apps/alerts/test/baselines/real-rates.ts ../NAB/data
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { randomFrom } from '@portico/testkit';
import { HOUR, WEEK_HOURS } from '../../src/silence/model/week.ts';
import { poisson, type Random } from '../silence/traffic.ts';
import { median, type Period, type Trial, tryOn } from '../silence/trial.ts';

const WEEK = WEEK_HOURS * HOUR;
const MONTH = 30 * 24 * HOUR;
const TRYING = 4 * WEEK;
/** Number of integrations for each series and rate. */
const INTEGRATIONS = 20;
/** Average number of events per week. */
const RATES = [40, 700, 3_000, 20_000] as const;
const TWEETS = ['AAPL', 'AMZN', 'CRM', 'CVS', 'FB', 'GOOG', 'IBM', 'KO', 'PFE', 'UPS'];
/** The benchmark's series. `weeks`: number of weeks to learn from. The series of tweets are only eight weeks long. */
const SERIES = [
  { name: 'taxis', weeks: 8, files: ['realKnownCause/nyc_taxi.csv'] },
  { name: 'tweets', weeks: 3, files: TWEETS.map((name) => `realTweets/Twitter_volume_${name}.csv`) },
];

type Bucket = { at: number; count: number };

const bucketsOf = (path: string): Bucket[] =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [at = '', count = ''] = line.split(',');
      return { at: Date.parse(`${at.replace(' ', 'T')}Z`), count: Number(count) };
    });

const lengthOf = ([first, second]: readonly Bucket[]): number => (second?.at ?? 0) - (first?.at ?? 0);

/** Returns the mean number of events per week in the series. */
const ownRate = (buckets: readonly Bucket[]): number =>
  (buckets.reduce((sum, { count }) => sum + count, 0) * WEEK) / (buckets.length * lengthOf(buckets));

/** Returns random arrivals at the rates of a series, thinned to a mean of `perWeek` events per week. */
function arrivalsOf(buckets: readonly Bucket[], perWeek: number, random: Random): number[] {
  const length = lengthOf(buckets);
  const share = perWeek / ownRate(buckets);
  return buckets.flatMap(({ at, count }) =>
    Array.from({ length: poisson(count * share, random) }, () => at + random() * length).toSorted((a, b) => a - b),
  );
}

/** Returns the trials of a series: each learns for `weeks` weeks and tests the next four weeks. */
function trialsOf(buckets: readonly Bucket[], weeks: number, perWeek: number, random: Random): Trial[] {
  const trials: Trial[] = [];
  const start = buckets[0]?.at ?? 0;
  const end = buckets.at(-1)?.at ?? 0;
  for (let integration = 0; integration < INTEGRATIONS; integration += 1) {
    const moments = arrivalsOf(buckets, perWeek, random);
    const periodOf = (from: number, to: number): Period => ({
      from,
      to,
      moments: moments.filter((at) => at >= from && at < to),
    });
    for (let from = start; from + weeks * WEEK + TRYING <= end; from += TRYING) {
      const middle = from + weeks * WEEK;
      trials.push(tryOn(periodOf(from, middle), periodOf(middle, middle + TRYING), 'UTC', random));
    }
  }
  return trials;
}

const { positionals } = parseArgs({ allowPositionals: true });
const [folder = '.'] = positionals;
for (const { name, weeks, files } of SERIES)
  for (const perWeek of RATES) {
    const trials = files
      .map((file) => bucketsOf(join(folder, file)))
      .filter((buckets) => ownRate(buckets) >= perWeek)
      .flatMap((buckets) => trialsOf(buckets, weeks, perWeek, randomFrom(1)));
    const months = (trials.length * TRYING) / MONTH;
    const falseAlarms = trials.reduce((sum, trial) => sum + trial.falseAlarms, 0);
    const row = {
      name,
      perWeek,
      integrationMonths: Math.round(months),
      falseAlarmsAMonth: Number((falseAlarms / months).toFixed(2)),
      medianDelayHours: Number(median(trials.map(({ delay }) => delay)).toFixed(1)),
      regular: trials.filter(({ kind }) => kind === 'regular').length / trials.length,
    };
    process.stdout.write(`${JSON.stringify(row)}\n`);
  }
