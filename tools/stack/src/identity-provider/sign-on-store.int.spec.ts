import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openSignOnStore } from './sign-on-store.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portico-sign-on-store-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

describe('the store of sign-ons', () => {
  it('keeps entries and secrets across a restart', async () => {
    const before = openSignOnStore(dataDir);
    await before.adapter('Session').upsert('a', { uid: 'u', accountId: 'ada' }, 60);
    await before.secret('key', () => 'first');
    before.close();
    const after = openSignOnStore(dataDir);
    expect(await after.adapter('Session').find('a')).toMatchObject({ accountId: 'ada' });
    expect(await after.adapter('Session').findByUid('u')).toMatchObject({ accountId: 'ada' });
    expect(await after.adapter('Grant').find('a')).toBeUndefined();
    expect(await after.secret('key', () => 'second')).toBe('first');
    after.close();
  });

  it('neither returns nor keeps expired entries', async () => {
    const store = openSignOnStore(dataDir);
    await store.adapter('Session').upsert('a', { uid: 'u' }, 0);
    expect(await store.adapter('Session').find('a')).toBeUndefined();
    store.prune();
    expect(store.size()).toBe(0);
    store.close();
  });

  it('keeps the most recently used entries when there are too many', async () => {
    const store = openSignOnStore(dataDir, 3);
    const sessions = store.adapter('Session');
    for (const id of ['a', 'b', 'c', 'd']) await sessions.upsert(id, { uid: id }, 60);
    await sessions.upsert('a', { uid: 'a' }, 60);
    store.prune();
    expect(store.size()).toBe(3);
    expect(await sessions.find('a')).toBeDefined();
    expect(await sessions.find('b')).toBeUndefined();
    store.close();
  });

  it('marks a used token and deletes all tokens of a grant', async () => {
    const store = openSignOnStore(dataDir);
    const tokens = store.adapter('RefreshToken');
    await tokens.upsert('a', { grantId: 'g' }, 60);
    await tokens.consume('a');
    expect((await tokens.find('a'))?.consumed).toEqual(expect.any(Number));
    await tokens.revokeByGrantId('g');
    expect(await tokens.find('a')).toBeUndefined();
    store.close();
  });
});
