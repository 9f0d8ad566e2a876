import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { toKeyText } from '@portico/contracts/common/keys';
import type { KeyState } from '@portico/contracts/events/integrations';
import fc from 'fast-check';
import { KeyDirectory } from './key-directory.ts';

const SECRET = 'aB3'.repeat(11).slice(0, 32);
const TEXT = toKeyText('live', 'abcd2345', SECRET);
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const state = (changes: Partial<KeyState> = {}): KeyState => ({
  id: 7,
  version: 1,
  deletedAt: null,
  keyId: 'abcd2345',
  integrationId: 3,
  kind: 'publish',
  mode: 'live',
  hash: hashOf(TEXT),
  expiresAt: null,
  ...changes,
});
const directoryOf = (...states: KeyState[]): KeyDirectory => {
  const keys = new KeyDirectory();
  for (const one of states) keys.apply(one);
  return keys;
};

describe('KeyDirectory', () => {
  it('finds a key by its text', () => {
    const key = directoryOf(state()).verify(TEXT);
    expect(key).toMatchObject({ id: 7, keyId: 'abcd2345', integrationId: 3, kind: 'publish', mode: 'live' });
  });

  it.each([
    ['another secret', toKeyText('live', 'abcd2345', SECRET.replace('a', 'b'))],
    ['another mode', toKeyText('test', 'abcd2345', SECRET)],
    ['an unknown id', toKeyText('live', 'zzzz2345', SECRET)],
    ['an additional character', `${TEXT}x`],
    ['a line break at the end', `${TEXT}\n`],
    ['no characters', ''],
  ])('finds no key for a text with %s', (_, text) => {
    expect(directoryOf(state()).verify(text)).toBeNull();
  });

  it('rejects a revoked or expired key', () => {
    const now = Date.UTC(2026, 10, 23);
    expect(directoryOf(state(), state({ version: 2, deletedAt: '2026-11-22T00:00:00Z' })).verify(TEXT, now)).toBeNull();
    const ending = directoryOf(state({ expiresAt: new Date(now).toISOString() }));
    expect(ending.verify(TEXT, now - 1)).not.toBeNull();
    expect(ending.verify(TEXT, now)).toBeNull();
  });

  it('accepts a revoked key again if a newer state of the key is not revoked', () => {
    const stopped = state({ version: 2, deletedAt: '2026-11-22T00:00:00Z' });
    expect(directoryOf(state(), stopped, state({ version: 3 })).verify(TEXT)).not.toBeNull();
  });

  it("accepts neither a key's hash nor any other text as a key", () => {
    const keys = directoryOf(state());
    expect(keys.verify(hashOf(TEXT))).toBeNull();
    fc.assert(fc.property(fc.string(), (text) => expect(keys.verify(text)).toBeNull()));
  });
});
