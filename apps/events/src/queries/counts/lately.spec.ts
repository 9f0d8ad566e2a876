import { describe, expect, it } from '@jest/globals';
import type { Known } from './kept-parts.ts';
import { Lately, type State } from './lately.ts';
import type { TablePart } from './parts.query.ts';

const part = (name: string): TablePart => ({ name, rows: 1, first: '', last: '' });
const stateAt = (sentAt: number): State => ({
  known: { counts: null, newest: null } as unknown as Known,
  moment: { parts: [part('a')], sentAt, doneAt: sentAt + 5 },
});

describe('Lately', () => {
  const [before, after] = [stateAt(1_000), stateAt(1_100)];
  const lately = new Lately();
  lately.note(after);
  lately.note(before);

  it('keeps the latest moment, whichever is noted last, as a guess for a minute', () => {
    expect(lately.latest(1_100)).toBe(after.known);
    expect(lately.latest(61_101)).toBeNull();
  });

  it('knows nothing once a part is gone: something may have been erased', () => {
    expect(lately.before([part('a'), part('b')])).toBe(after);
    expect(lately.before([part('b')])).toBeNull();
  });

  it('forgets', () => {
    const one = new Lately();
    one.note(before);
    one.forget();
    expect(one.latest(1_000)).toBeNull();
    expect(one.isKnown).toBe(false);
  });
});
