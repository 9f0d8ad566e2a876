import { describe, expect, it } from '@jest/globals';
import { RecentIds } from './recent-ids.ts';

describe('recent ids', () => {
  it('include at least as many of the last ids as one generation holds', () => {
    const seen = new RecentIds(10);
    const ids = Array.from({ length: 95 }, (_, index) => `event ${index}`);
    for (const [index, id] of ids.entries()) {
      expect(seen.add(id)).toBe(true);
      for (const recent of ids.slice(Math.max(0, index - 9), index + 1)) expect(seen.add(recent)).toBe(false);
    }
  });

  it('drop ids that are two generations old', () => {
    const seen = new RecentIds(10);
    for (let index = 0; index < 20; index += 1) seen.add(`event ${index}`);
    expect(seen.add('event 0')).toBe(true);
  });
});
