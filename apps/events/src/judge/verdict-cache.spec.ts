import { describe, expect, it } from '@jest/globals';
import type { KafkaMessage } from '@portico/kafka';
import { integrationEvent } from '@portico/testkit/integration-event';
import { Directory } from '../directory/directory.ts';
import { VerdictCache } from './verdict-cache.ts';

const message = (offset: number, value = JSON.stringify(integrationEvent()), timestamp = Date.now()): KafkaMessage => ({
  key: null,
  value: Buffer.from(value),
  timestamp: String(timestamp),
  attributes: 0,
  offset: String(offset),
  headers: {},
});

const storing = (...partitions: number[]): VerdictCache => {
  const verdicts = new VerdictCache(new Directory());
  verdicts.store(new Set(partitions));
  return verdicts;
};

describe('VerdictCache', () => {
  it('validates a message once for its two readers', () => {
    const verdicts = storing(0);
    const one = message(5);
    const first = verdicts.of(0, 0, one);
    expect(first).toMatchObject({ position: { partition: 0, offset: 5 }, verdict: { ok: false } });
    expect(verdicts.of(0, 0, { ...one, value: Buffer.from(one.value ?? '') })).toBe(first);
    // The cache has removed the message, because both readers have read it.
    expect(verdicts.of(0, 0, one)).not.toBe(first);
  });

  it('distinguishes messages of different partitions, and of the same offset in a recreated topic', () => {
    const verdicts = storing(0, 1);
    const one = message(5);
    const others: [number, number, KafkaMessage][] = [
      [1, 0, one],
      [0, 1, one],
      [0, 0, message(6)],
      [0, 0, message(5 + 4_096)],
      [0, 0, message(5, one.value?.toString(), Number(one.timestamp) + 1)],
      [0, 0, message(5, '{}', Number(one.timestamp))],
      [0, 0, { ...one, value: null }],
    ];
    for (const [partition, epoch, other] of others) {
      const first = verdicts.of(0, 0, one);
      const second = verdicts.of(partition, epoch, other);
      expect(second).not.toBe(first);
      expect(second.message).toBe(other);
    }
  });

  it('does not cache long messages', () => {
    const verdicts = storing(0);
    const long = message(7, JSON.stringify(integrationEvent({ details: { message: 'x'.repeat(5_000) } })));
    expect(verdicts.of(0, 0, long)).not.toBe(verdicts.of(0, 0, long));
  });

  it('does not cache messages that only one reader requests', () => {
    const verdicts = storing(1);
    const one = message(5);
    expect(verdicts.of(0, 0, one)).not.toBe(verdicts.of(0, 0, one));
    verdicts.pass(1, 5);
    expect(verdicts.of(1, 0, one)).not.toBe(verdicts.of(1, 0, one));
    const next = message(6);
    expect(verdicts.of(1, 0, next)).toBe(verdicts.of(1, 0, next));
    verdicts.store(new Set([0]));
    expect(verdicts.of(1, 0, next)).not.toBe(verdicts.of(1, 0, next));
  });
});
