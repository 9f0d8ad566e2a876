import { describe, expect, it } from '@jest/globals';
import type { Caller } from './caller.ts';
import { VerifiedTokens } from './verified-tokens.ts';

const NOW = 1_000_000;
const caller = (expiresAt = NOW + 900_000): Caller => ({
  id: 7,
  email: 'vera@portico.test',
  usertype: 'VENDOR',
  accessVersion: 1,
  expiresAt,
});

describe('VerifiedTokens', () => {
  it('remembers a token for a minute', () => {
    const tokens = new VerifiedTokens(5_000);
    tokens.add('a', 'key', caller(), NOW);
    expect(tokens.get('a', NOW + 59_999)).toEqual(caller());
    expect(tokens.get('a', NOW + 60_000)).toBeNull();
    expect(tokens.get('b', NOW)).toBeNull();
  });

  it('forgets a token five seconds after its expiry', () => {
    const tokens = new VerifiedTokens(5_000);
    tokens.add('a', 'key', caller(NOW + 10_000), NOW);
    expect(tokens.get('a', NOW + 14_999)).not.toBeNull();
    expect(tokens.get('a', NOW + 15_000)).toBeNull();
  });

  it('forgets all tokens when a token with an unknown key arrives', () => {
    const tokens = new VerifiedTokens(5_000);
    tokens.add('a', 'old', caller(), NOW);
    tokens.add('b', 'new', caller(), NOW);
    expect(tokens.get('a', NOW)).toBeNull();
    tokens.add('a', 'old', caller(), NOW);
    expect(tokens.get('a', NOW)).not.toBeNull();
    expect(tokens.get('b', NOW)).not.toBeNull();
  });

  it('stores at most 5,000 tokens', () => {
    const tokens = new VerifiedTokens(5_000);
    for (let n = 0; n <= 5_000; n += 1) tokens.add(`token ${n}`, 'key', caller(), NOW);
    expect(tokens.get('token 0', NOW)).toBeNull();
    expect(tokens.get('token 1', NOW)).not.toBeNull();
    expect(tokens.get('token 5000', NOW)).not.toBeNull();
  });
});
