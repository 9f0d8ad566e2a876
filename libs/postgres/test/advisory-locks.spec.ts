import { describe, expect, it } from '@jest/globals';
import { ADVISORY_LOCKS } from '../src/index.ts';

describe('advisory locks', () => {
  it('have distinct keys', () => {
    const keys = Object.values(ADVISORY_LOCKS);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
