import { describe, expect, it } from '@jest/globals';
import { appendFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { OffsetStore } from '../src/groups/offset-store.ts';
import { temporaryFolder } from './support.ts';

const at = (topic: string, partition: number, offset: number, committedAt = 1) => {
  return { topic, partition, offset, leaderEpoch: -1, metadata: null, committedAt };
};

describe('committed offsets', () => {
  it('survive a restart, except for a truncated last line', () => {
    const folder = temporaryFolder();
    const store = new OffsetStore(folder.path);
    store.commit('g', [at('a', 0, 5), at('b', 1, 6)]);
    store.commit('g', [at('a', 0, 7)]);
    store.commit('gone', [at('a', 0, 1)]);
    store.deleteGroup('gone');
    store.deleteTopic('b');
    store.close();
    appendFileSync(join(folder.path, 'group-offsets.jsonl'), '{"group":"g","commits":[{"topic":"a","partition":0,"off');
    for (let round = 0; round < 2; round++) {
      const again = new OffsetStore(folder.path);
      expect(again.groupIds()).toEqual(['g']);
      expect([...again.ofGroup('g')]).toEqual([
        ['a', new Map([[0, { offset: 7, leaderEpoch: -1, metadata: null, committedAt: 1 }]])],
      ]);
      again.close();
    }
    folder.remove();
  });

  it('take limited space on disk, however often they are committed', () => {
    const folder = temporaryFolder();
    const store = new OffsetStore(folder.path);
    const partitions = Array.from({ length: 1_000 }, (_, partition) => partition);
    for (let round = 0; round < 100; round++)
      store.commit(
        'g',
        partitions.map((p) => at('topic', p, round)),
      );
    expect(statSync(join(folder.path, 'group-offsets.jsonl')).size).toBeLessThan(5 * 1024 * 1024);
    store.close();
    const again = new OffsetStore(folder.path);
    expect(again.ofGroup('g').get('topic')?.get(999)?.offset).toBe(99);
    again.close();
    folder.remove();
  });

  it('of an unused group expire a fixed time after its last commit', () => {
    const folder = temporaryFolder();
    const store = new OffsetStore(folder.path);
    store.commit('old', [at('a', 0, 1, 10)]);
    store.commit('used', [at('a', 0, 1, 10)]);
    store.commit('new', [at('a', 0, 1, 10), at('a', 1, 1, 30)]);
    store.expire(30, 10, (group) => group === 'used');
    expect(store.groupIds()).toEqual(['used', 'new']);
    store.close();
    folder.remove();
  });

  it('expire separately if their commit sets a retention', () => {
    const folder = temporaryFolder();
    const store = new OffsetStore(folder.path);
    store.commit('g', [{ ...at('a', 0, 1, 10), expiresAt: 15 }, at('a', 1, 1, 10)]);
    store.expire(14, 1_000, () => false);
    expect(store.ofGroup('g').get('a')?.size).toBe(2);
    store.expire(15, 1_000, () => false);
    expect([...(store.ofGroup('g').get('a')?.keys() ?? [])]).toEqual([1]);
    store.close();
    const again = new OffsetStore(folder.path);
    expect([...(again.ofGroup('g').get('a')?.keys() ?? [])]).toEqual([1]);
    again.close();
    folder.remove();
  });
});
