import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CarefulReading, type Committed, readNote, toMetadata } from './careful-reading.ts';

const PLACE = { topic: 'events', partition: 0 };
const BEGUN = (from: number) => ({ from, records: 0, deaths: 0 });

/** Simulates a log with one partition, and a consumer group whose processes may crash at any record. */
class World {
  committed = 0;
  note: ReturnType<typeof BEGUN> | null = null;
  readonly quarantined = new Set<number>();
  readonly handled: number[] = [];
  deaths = 0;

  constructor(
    private readonly end: number,
    private readonly poison: ReadonlySet<number>,
    /** Number of records in one fetch. */
    private readonly fetch: number,
  ) {}

  /**
   * Runs one process.
   * @param mayRead - number of records after which the process ends for an unrelated reason.
   * @returns whether the process read all records.
   */
  run(mayRead: number): boolean {
    const reading = new CarefulReading();
    const committed: Committed = { ...PLACE, offset: this.committed, note: this.note, begin: 0, end: this.end };
    for (const { offset } of reading.begin([committed])) this.quarantined.add(offset);
    this.note = BEGUN(this.committed);
    let left = mayRead;
    while (this.committed < this.end) {
      const fetched = Array.from({ length: Math.min(this.fetch, this.end - this.committed) }, (_, index) => ({
        offset: String(this.committed + index),
      }));
      for (const { note, some } of reading.lots(PLACE, fetched)) {
        if (note) this.note = readNote(toMetadata(note));
        for (const one of some) {
          const dies = this.poison.has(Number(one.offset)) && !this.quarantined.has(Number(one.offset));
          if (dies || left <= 0) {
            this.deaths += 1;
            return false;
          }
          left -= 1;
        }
        this.handled.push(...some.map((one) => Number(one.offset)));
        this.committed = Number(some.at(-1)?.offset) + 1;
        this.note = null;
      }
    }
    return true;
  }
}

const poison = (end: number) => fc.uniqueArray(fc.nat(end - 1), { maxLength: 3 });

describe('a consumer group whose processes crash at some records', () => {
  it('quarantines only these records and reads all others, with at most six crashes per record', () => {
    const world = fc
      .integer({ min: 1, max: 3_000 })
      .chain((end) => fc.tuple(fc.constant(end), poison(end), fc.integer({ min: 1, max: 2_000 })));
    fc.assert(
      fc.property(world, ([end, offsets, fetch]) => {
        const group = new World(end, new Set(offsets), fetch);
        for (let runs = 0; runs < 40 && !group.run(Number.POSITIVE_INFINITY); runs += 1);
        expect(group.committed).toBe(end);
        expect([...group.quarantined].toSorted((a, b) => a - b)).toEqual(offsets.toSorted((a, b) => a - b));
        expect(new Set(group.handled).size).toBe(end);
        expect(group.deaths).toBeLessThanOrEqual(6 * offsets.length);
      }),
    );
  });

  it('quarantines nothing when processes are killed at different records', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 50, max: 500 }),
        fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 20 }),
        (end, lives) => {
          const group = new World(end, new Set(), 30);
          for (const [index, life] of lives.entries()) group.run(life + index * 40);
          group.run(Number.POSITIVE_INFINITY);
          expect(group.committed).toBe(end);
          expect(group.quarantined.size).toBe(0);
        },
      ),
    );
  });
});

describe('a restarted consumer (careful means: reads a limited number of records at a time)', () => {
  const at = (offset: number, records: number, deaths = 0): Committed => ({
    ...PLACE,
    offset,
    note: { from: 10, records, deaths },
    begin: 0,
    end: 40,
  });

  it.each([
    ['is not careful at the end of the log', at(40, 0), false],
    ['is careful before the end of the log', at(39, 0), true],
    ['is not careful after the noted records', at(15, 5), false],
    ['is careful within the noted records', at(14, 5), true],
    ['is careful at a record that ended one process', at(10, 1, 0), true],
    ['is not careful after a record that ended two processes', at(11, 1, 1), false],
  ])('%s', (_, committed, isCareful) => {
    const reading = new CarefulReading();
    expect(reading.begin([committed])).toEqual([]);
    expect(reading.isCareful).toBe(isCareful);
  });

  it('forgets partitions that were assigned to another process', () => {
    const reading = new CarefulReading();
    reading.begin([at(10, 0)]);
    reading.begin([{ ...at(40, 0), partition: 1 }]);
    expect(reading.isCareful).toBe(false);
  });
});

describe('a note in the metadata of a committed offset', () => {
  it('is read back even if the metadata contains other values', () => {
    const note = { from: 12, records: 500, deaths: 1 };
    expect(readNote(`epoch=3;stored=4;${toMetadata(note)}`)).toEqual(note);
    expect(readNote('epoch=3;stored=4;at=5;sum=6')).toBeNull();
    expect(readNote('')).toBeNull();
    expect(readNote(null)).toBeNull();
  });
});
