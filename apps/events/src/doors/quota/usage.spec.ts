import { describe, expect, it } from '@jest/globals';
import { DAY, MINUTE, Usage } from './usage.ts';

const NOON = Date.UTC(2026, 10, 23, 12);

describe('Usage', () => {
  it('counts events per minute and bytes per day', () => {
    const usage = new Usage();
    usage.add(1, { events: 2, bytes: 30 }, NOON);
    usage.add(1, { events: 3, bytes: 40 }, NOON + MINUTE - 1);
    usage.add(2, { events: 9, bytes: 9 }, NOON);
    expect(usage.used(1, NOON)).toEqual({ events: 5, bytes: 70 });
    expect(usage.used(1, NOON + MINUTE)).toEqual({ events: 0, bytes: 70 });
    usage.add(1, { events: 1, bytes: 1 }, NOON + MINUTE);
    expect(usage.used(1, NOON + MINUTE)).toEqual({ events: 1, bytes: 71 });
    expect(usage.used(1, NOON + DAY / 2)).toEqual({ events: 0, bytes: 0 });
    expect(usage.used(3, NOON)).toEqual({ events: 0, bytes: 0 });
  });

  it('subtracts returned counts only until their minute or day ends', () => {
    const usage = new Usage();
    usage.add(1, { events: 5, bytes: 50 }, NOON);
    usage.add(1, { events: 2, bytes: 20 }, NOON + MINUTE);
    usage.add(1, { events: -5, bytes: -50 }, NOON);
    expect(usage.used(1, NOON + MINUTE)).toEqual({ events: 2, bytes: 20 });
    usage.add(1, { events: 1, bytes: 1 }, NOON + DAY);
    usage.add(1, { events: -2, bytes: -20 }, NOON + MINUTE);
    expect(usage.used(1, NOON + DAY)).toEqual({ events: 1, bytes: 1 });
  });

  it("adds other processes' counts of the same minute and day", () => {
    const usage = new Usage();
    usage.add(1, { events: 1, bytes: 1 }, NOON);
    usage.learn([{ integration: 1, events: 10, bytes: 100 }], NOON);
    usage.learn([{ integration: 1, events: 20, bytes: 200 }], NOON + 1);
    expect(usage.used(1, NOON + 2)).toEqual({ events: 21, bytes: 201 });
    expect(usage.used(1, NOON + MINUTE)).toEqual({ events: 0, bytes: 201 });
    expect(usage.used(1, NOON + DAY)).toEqual({ events: 0, bytes: 0 });
  });

  it('returns each change once, and again after a failed write', () => {
    const usage = new Usage();
    usage.add(1, { events: 2, bytes: 30 }, NOON);
    const changed = usage.changed(NOON);
    expect(changed).toEqual([
      { integration: 1, events: 2, bytes: 30, minute: Math.floor(NOON / MINUTE), day: Math.floor(NOON / DAY) },
    ]);
    expect(usage.changed(NOON)).toEqual([]);
    usage.unwritten(changed);
    usage.add(1, { events: 1, bytes: 1 }, NOON);
    expect(usage.changed(NOON)).toMatchObject([{ events: 3, bytes: 31 }]);
    expect(usage.changed(NOON + DAY)).toEqual([]);
    expect(usage.used(1, NOON)).toEqual({ events: 0, bytes: 0 });
  });
});
