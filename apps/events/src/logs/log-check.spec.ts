import { beforeEach, describe, expect, it } from '@jest/globals';
import type { KafkaMessage } from '@portico/kafka';
import { LogCheck } from './log-check.ts';
import { markOf } from './mark.ts';

/** Records of a log: the same offset holds another value and another moment in another log. */
const log = (name: string, begin: number, end: number): KafkaMessage[] =>
  Array.from({ length: end - begin }, (_, index) => ({
    key: null,
    value: Buffer.from(`${name} ${begin + index}`),
    timestamp: String(1_000 + begin + index),
    offset: String(begin + index),
    attributes: 0,
    headers: {},
  }));
const fetched = (messages: KafkaMessage[], fetchedOffset = Number(messages[0]?.offset)) => ({
  messages,
  fetchedOffset,
});
const offsets = (messages: readonly KafkaMessage[] | null) => messages?.map(({ offset }) => Number(offset)) ?? null;

describe('LogCheck', () => {
  const old = log('old', 0, 40);
  const other = log('new', 0, 60);
  let check: LogCheck;

  beforeEach(() => {
    check = new LogCheck(markOf(old[9] as KafkaMessage), 10, 0);
  });

  it('begins with the last record that was read, and passes what follows it', () => {
    expect(check.seekTo).toBe(9);
    expect(offsets(check.pass(fetched(old.slice(9, 12))))).toEqual([10, 11]);
    expect(offsets(check.pass(fetched(old.slice(12, 14))))).toEqual([12, 13]);
  });

  it('begins after what is settled when the record before it is not known', () => {
    check = new LogCheck(markOf(old[4] as KafkaMessage), 10, 0);
    expect(check.seekTo).toBe(4);
    expect(offsets(check.pass(fetched(old.slice(4, 12))))).toEqual([10, 11]);
    expect(new LogCheck(null, 10, 0).seekTo).toBe(10);
  });

  it('recognises another log by its record at the same offset, also of the same moment', () => {
    expect(check.pass(fetched(other.slice(9, 20)))).toBeNull();
    const sameValue = old.slice(9, 12).map((message) => ({ ...message, timestamp: '9' }));
    expect(new LogCheck(markOf(old[9] as KafkaMessage), 10, 0).pass(fetched(sameValue))).toBeNull();
  });

  it('recognises a log that begins again by its offsets', () => {
    expect(check.pass(fetched(other.slice(0, 3)))).toBeNull();
  });

  it('takes records that Kafka has let go for no other log', () => {
    expect(offsets(check.pass(fetched(old.slice(30, 33), 30)))).toEqual([30, 31, 32]);
  });

  it('compares again when it is due, beside what was fetched before', () => {
    check.pass(fetched(old.slice(9, 20)));
    expect(check.isDue(1)).toBe(false);
    expect(check.isDue(10_000)).toBe(true);
    expect(check.seekTo).toBe(19);
    expect(offsets(check.pass(fetched(old.slice(20, 22))))).toEqual([20, 21]);
    expect(offsets(check.pass(fetched(old.slice(19, 24))))).toEqual([22, 23]);
    expect(check.isDue(20_000)).toBe(true);
    expect(check.pass(fetched(other.slice(23, 30)))).toBeNull();
  });
});
