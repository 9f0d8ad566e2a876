import { describe, expect, it } from '@jest/globals';
import { eventually } from '@portico/testkit';
import { DAY } from '../../table/schema/buckets.ts';
import type { Days } from '../search/days.query.ts';
import { NO_FILTER } from '../../table/filter/resolve.ts';
import { PageGuess } from './guess.ts';
import { Search } from '../search/search.ts';

const today = Math.floor(Date.now() / DAY);
const page = { limit: 10, offset: 20 };

class KnownDays extends Search {
  asked = 0;
  constructor(private readonly known: () => Promise<Days>) {
    super(undefined as never);
  }
  override days(): Promise<Days> {
    this.asked += 1;
    return this.known();
  }
}

describe('the guessed window of a page of newest rows', () => {
  it('covers the newest rows once the number of events per day is loaded', async () => {
    const search = new KnownDays(async () => [
      { day: today, count: 150_000 },
      { day: today - 1, count: 100_000 },
      { day: today - 2, count: 100_000 },
    ]);
    const guess = new PageGuess(search);
    expect(guess.windowOf(NO_FILTER, page)).toBeNull();
    await eventually(async () => guess.windowOf(NO_FILTER, page) !== null);
    expect(guess.windowOf(NO_FILTER, page)).toEqual({ from: (today - 0.5) * DAY, to: null, skip: 20 });
    expect(guess.windowOf(NO_FILTER, { limit: 10, offset: 100_000 })).toBeNull();
    expect(search.asked).toBe(1);
  });

  it('covers the newest rows before the end of the requested range', async () => {
    const days = [3, 2, 1, 0].map((ago) => ({ day: today - 10 + ago, count: 400_000 }));
    const guess = new PageGuess(new KnownDays(async () => days));
    const filter = { ...NO_FILTER, to: new Date((today - 8) * DAY).toISOString() };
    await eventually(async () => guess.windowOf(filter, page) !== null);
    expect(guess.windowOf(filter, page)?.from).toBe((today - 8.5) * DAY);
  });

  it('is null while ClickHouse does not respond', async () => {
    const search = new KnownDays(() => Promise.reject(new Error('not now')));
    const guess = new PageGuess(search);
    expect(guess.windowOf(NO_FILTER, page)).toBeNull();
    await eventually(async () => search.asked === 1);
    expect(guess.windowOf(NO_FILTER, page)).toBeNull();
  });
});
