import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Topics } from '../src/topics/topics.ts';
import { batch, temporaryFolder } from './support.ts';

let folder = temporaryFolder();
const open = (): Topics => new Topics({ folder: folder.path, defaults: {}, onCut: () => {} });
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

/** Appends six batches of 300 kB at the given time to the topic's only partition, in segments of 1 MiB. */
function fill(topics: Topics, name: string, policy: string, time: number): void {
  const limits = { 'segment.bytes': '1048576', 'retention.ms': '1000', 'cleanup.policy': policy };
  const topic = topics.find(name) ?? topics.create({ name, partitions: 1, configs: limits });
  const large = 'x'.repeat(300_000);
  for (let i = 0; i < 6; i++) topic.partitions[0]?.append(batch([large], { keys: true }), topic.config, time);
}

describe('retention', () => {
  it('deletes only expired segments, including the last one', () => {
    const topics = open();
    fill(topics, 'aged', 'delete', 10_000);
    const topic = topics.get('aged');
    expect(topic.applyRetention(11_000)).toBe(0);
    expect(topic.applyRetention(11_001)).toBe(2);
    const log = topic.partitions[0];
    expect([log?.logStartOffset, log?.nextOffset]).toEqual([6, 6]);
    fill(topics, 'aged', 'delete', 20_000);
    expect(log?.nextOffset).toBe(12);
    topics.close();
  });

  it('deletes segments beyond the size limit', () => {
    const topics = open();
    fill(topics, 'sized', 'delete', 10_000);
    topics.setConfigs('sized', { 'retention.ms': '-1', 'retention.bytes': '900000' });
    expect(topics.get('sized').applyRetention(99_000)).toBe(1);
    expect(topics.get('sized').partitions[0]?.logStartOffset).toBe(3);
    topics.close();
  });

  it('rolls a segment by age, so that a topic with little traffic expires gradually', () => {
    const topics = open();
    const configs = { 'segment.ms': '1000', 'retention.ms': '5000' };
    const topic = topics.create({ name: 'quiet', partitions: 1, configs });
    const log = topic.partitions[0];
    const append = (time: number): unknown => log?.append(batch(['x']), topic.config, time);
    append(10_000);
    topic.rollOldSegments(11_000);
    append(11_000);
    topic.rollOldSegments(11_001);
    append(14_000);
    expect(topic.applyRetention(16_001)).toBe(1);
    expect([log?.logStartOffset, log?.nextOffset]).toEqual([2, 3]);
    topics.close();
    const again = open();
    again.get('quiet').rollOldSegments(15_001);
    again.get('quiet').partitions[0]?.append(batch(['x']), topic.config, 18_000);
    expect(again.get('quiet').applyRetention(19_001)).toBe(1);
    expect(again.get('quiet').partitions[0]?.logStartOffset).toBe(3);
    again.close();
  });

  it('never deletes from a compacted topic', () => {
    const topics = open();
    fill(topics, 'state', 'compact', 10_000);
    expect(topics.get('state').applyRetention(99_000)).toBe(0);
    expect(topics.get('state').partitions[0]?.logStartOffset).toBe(0);
    topics.close();
  });
});

describe('topics', () => {
  it('survive a restart unchanged, which deletes folders that belong to no topic', () => {
    const topics = open();
    const { id } = topics.create({ name: 'a.b', partitions: 2, configs: { 'retention.ms': '5' } });
    topics.grow('a.b', 3);
    topics.create({ name: 'gone', partitions: 1 });
    topics.delete('gone');
    topics.close();
    mkdirSync(join(folder.path, 'logs', 'left-over'));
    const again = open();
    expect(again.all().map((topic) => [topic.name, topic.id, topic.partitions.length])).toEqual([['a.b', id, 3]]);
    expect(again.get('a.b').config.retentionMs).toBe(5);
    expect(readdirSync(join(folder.path, 'logs'))).toEqual([id]);
    again.close();
  });
});
