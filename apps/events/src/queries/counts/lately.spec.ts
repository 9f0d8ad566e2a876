import { describe, expect, it } from '@jest/globals';
import type { Known } from './kept-parts.ts';
import { Lately } from './lately.ts';
import type { TablePart } from './parts.query.ts';

const part = (name: string): TablePart => ({ name, rows: 1, first: '', last: '' });
const known = (): Known => ({ counts: null, newest: null }) as unknown as Known;

describe('Lately', () => {
  const [before, after] = [known(), known()];
  const of = (most: number): Lately => {
    const lately = new Lately(most);
    lately.note({ known: before, parts: [part('a')], sentAt: 1_000 });
    return lately;
  };

  it('answers for so long while parts are added', () => {
    expect(of(250).answer([part('a'), part('b')], null, 1_250)).toBe(before);
    expect(of(250).answer([part('a'), part('b')], null, 1_251)).toBeNull();
    expect(of(0).answer([part('a'), part('b')], null, 1_001)).toBeNull();
  });

  it('does not answer once a part is gone: something may have been erased', () => {
    expect(of(250).answer([part('b')], null, 1_001)).toBeNull();
  });

  it('never answers with an earlier moment than was answered', () => {
    expect(of(250).answer([part('a')], { known: after, at: 1_001 }, 1_010)).toBeNull();
    expect(of(250).answer([part('a')], { known: before, at: 1_001 }, 1_010)).toBe(before);
    expect(of(250).answer([part('a')], { known: after, at: 999 }, 1_010)).toBe(before);
  });

  it('keeps the latest moment, whichever is noted last', () => {
    const lately = of(250);
    lately.note({ known: after, parts: [part('a')], sentAt: 1_100 });
    lately.note({ known: before, parts: [part('a')], sentAt: 1_050 });
    expect(lately.latest(1_100)).toBe(after);
    expect(lately.latest(61_101)).toBeNull();
    lately.forget();
    expect(lately.latest(1_100)).toBeNull();
  });
});
