import { measureDirect, measureDiscarding, type Baseline } from './ingest-baselines.ts';
import { measureService, type Stored } from './ingest-service.ts';
import { prepareIngest } from './prepare.ts';
import { publishMixed, withProducer } from './publishing.ts';
import { median, round } from './statistics.ts';
import type { BenchStack } from './bench-stack.ts';

export type Round = { service: Stored; discarding: Baseline; direct: Baseline };
export type IngestCosts = {
  events: number;
  rounds: Round[];
  /** Events a second of processor time of the service and ClickHouse, median of the rounds. */
  storedPerCoreSecond: number;
  discardedPerCoreSecond: number;
  insertedPerCoreSecond: number;
  /** The first beside the second, and beside the third, each round by itself; medians. */
  besideDiscarding: number;
  besideDirect: number;
};

/** The baselines keep what they insert in memory, and need no more than this to be measured. */
const MOST_OF_BASELINES = 1_000_000;

const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** Rounds whose three parts take turns in another order each time, so that what else the machine does meets all of them. */
export async function measureIngest(stack: BenchStack, events: number, rounds: number): Promise<IngestCosts> {
  await prepareIngest(stack);
  const measured: Round[] = [];
  for (let number = 0; number < rounds; number += 1) {
    say(`round ${number + 1} of ${rounds}: publishing ${events.toLocaleString('en')} events`);
    const starts = await stack.logEnds();
    await withProducer(stack.kafka, (producer) => publishMixed(producer, events, number));
    const found: Partial<Round> = {};
    const some = Math.min(events, MOST_OF_BASELINES);
    const parts = [
      async () => void (found.service = await measureService(stack, events)),
      async () => void (found.discarding = await measureDiscarding(stack, some, starts)),
      async () => void (found.direct = await measureDirect(stack, some, starts)),
    ];
    for (let turn = 0; turn < parts.length; turn += 1) await parts[(number + turn) % parts.length]?.();
    const { service, discarding, direct } = found;
    if (service && discarding && direct) measured.push({ service, discarding, direct });
    say(JSON.stringify(found));
  }
  const rate = (pick: (one: Round) => Baseline): number =>
    Math.round(median(measured.map((one) => pick(one).perCoreSecond)));
  const ratio = (pick: (one: Round) => Baseline): number =>
    round(median(measured.map((one) => one.service.perCoreSecond / pick(one).perCoreSecond)), 2);
  return {
    events,
    rounds: measured,
    storedPerCoreSecond: rate((one) => one.service),
    discardedPerCoreSecond: rate((one) => one.discarding),
    insertedPerCoreSecond: rate((one) => one.direct),
    besideDiscarding: ratio((one) => one.discarding),
    besideDirect: ratio((one) => one.direct),
  };
}
