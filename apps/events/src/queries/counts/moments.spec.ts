import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Moment, Moments } from './moments.ts';
import type { TablePart } from './parts.query.ts';

const part = (name: string): TablePart => ({ name, rows: 1, first: '', last: '' });

const held = (most: number) => {
  const sent: PromiseWithResolvers<TablePart[]>[] = [];
  const read = (): Promise<TablePart[]> => {
    const answer = Promise.withResolvers<TablePart[]>();
    sent.push(answer);
    return answer.promise;
  };
  return { sent, moments: new Moments(read, most) };
};
const parts = async (moment: Promise<Moment>): Promise<readonly TablePart[]> => (await moment).parts;

describe('Moments', () => {
  it('asks once more for all who asked while a statement was under way, and never answers with an older moment', async () => {
    const { sent, moments } = held(0);
    const first = parts(moments.findNow());
    const others = [parts(moments.findNow()), parts(moments.findNow())];
    expect(sent).toHaveLength(1);
    sent[0]?.resolve([part('a')]);
    await expect(first).resolves.toEqual([part('a')]);
    await Promise.resolve();
    expect(sent).toHaveLength(2);
    sent[1]?.resolve([part('b')]);
    await expect(Promise.all(others)).resolves.toEqual([[part('b')], [part('b')]]);
    const last = parts(moments.findNow());
    expect(sent).toHaveLength(3);
    sent[2]?.resolve([]);
    await expect(last).resolves.toEqual([]);
  });

  it('asks again after a statement that failed', async () => {
    const { sent, moments } = held(0);
    const first = moments.findNow();
    const second = parts(moments.findNow());
    sent[0]?.reject(new Error('away'));
    await expect(first).rejects.toThrow('away');
    await Promise.resolve();
    expect(sent).toHaveLength(2);
    sent[1]?.resolve([part('a')]);
    await expect(second).resolves.toEqual([part('a')]);
  });

  it('answers with what it knows for so long, and looks again in time without making anyone wait', async () => {
    const { sent, moments } = held(250);
    const first = moments.findNow();
    sent[0]?.resolve([part('a')]);
    const { sentAt } = await first;
    await expect(parts(moments.find(sentAt + 100))).resolves.toEqual([part('a')]);
    expect(sent).toHaveLength(1);
    await expect(parts(moments.find(sentAt + 200))).resolves.toEqual([part('a')]);
    await expect(parts(moments.find(sentAt + 249))).resolves.toEqual([part('a')]);
    expect(sent).toHaveLength(2);
    const late = parts(moments.find(sentAt + 251));
    expect(sent).toHaveLength(2);
    sent[1]?.resolve([part('b')]);
    await expect(late).resolves.toEqual([part('b')]);
  });

  it('answers with what it knows when it could not look again, until that is too old', async () => {
    const { sent, moments } = held(250);
    const first = moments.findNow();
    sent[0]?.resolve([part('a')]);
    const { sentAt } = await first;
    await moments.find(sentAt + 200);
    sent[1]?.reject(new Error('away'));
    await expect(parts(moments.find(sentAt + 249))).resolves.toEqual([part('a')]);
    const late = moments.find(sentAt + 2_000);
    sent.at(-1)?.reject(new Error('away'));
    await expect(late).rejects.toThrow('away');
  });

  it('never answers with an earlier moment than an answer before, wherever in its interval each lies', () => {
    const interval = fc.tuple(fc.nat(1_000), fc.nat(300), fc.double({ min: 0, max: 1, noNaN: true }), fc.boolean());
    const property = fc.property(fc.array(interval, { minLength: 2, maxLength: 12 }), (intervals) => {
      const read = intervals
        .map(([sentAt, length, at, isKept]) => ({
          moment: { parts: [], sentAt, doneAt: sentAt + length },
          truly: sentAt + at * length,
          isKept,
        }))
        .toSorted((a, b) => a.moment.doneAt - b.moment.doneAt);
      const moments = new Moments(() => Promise.reject(new Error('not asked')), Number.POSITIVE_INFINITY);
      let latest = 0;
      for (const [index, { moment, truly, isKept }] of read.entries()) {
        // From memory, or from ClickHouse itself.
        if (isKept) moments.noteAnswer(moment);
        else moments.noteOther(moment.doneAt);
        latest = Math.max(latest, truly);
        for (const earlier of read.slice(0, index + 1))
          if (earlier.isKept && moments.mayAnswer(earlier.moment)) expect(earlier.truly).toBeGreaterThanOrEqual(latest);
      }
    });
    fc.assert(property, { numRuns: 2_000 });
  });
});
