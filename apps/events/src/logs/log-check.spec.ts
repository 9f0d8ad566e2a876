import { beforeEach, describe, expect, it } from '@jest/globals';
import type { KafkaMessage } from '@portico/kafka';
import { LogCheck } from './log-check.ts';
import { markOf } from './mark.ts';

/** Records of a log. Logs with different names have different values at the same offsets. */
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
/**
 * Passes a batch. Returns the offsets of new records, or the reason why the check rejects the batch.
 * @param now - milliseconds; reading began at 0.
 */
const passed = (check: LogCheck, batch: ReturnType<typeof fetched>, now = 0): number[] | string => {
  const messages = check.pass(batch, now);
  return typeof messages === 'string' ? messages : messages.map(({ offset }) => Number(offset));
};

describe('LogCheck', () => {
  const old = log('old', 0, 40);
  const other = log('new', 0, 60);
  let check: LogCheck;

  beforeEach(() => {
    check = new LogCheck(markOf(old[9] as KafkaMessage), 10, 0);
  });

  it('starts at the last record that was read, and passes on the records after this record', () => {
    expect(check.seekTo).toBe(9);
    expect(passed(check, fetched(old.slice(9, 12)))).toEqual([10, 11]);
    expect(passed(check, fetched(old.slice(12, 14)))).toEqual([12, 13]);
  });

  it('skips records before the first new record if the last known record is earlier', () => {
    check = new LogCheck(markOf(old[4] as KafkaMessage), 10, 0);
    expect(check.seekTo).toBe(4);
    expect(passed(check, fetched(old.slice(4, 12)))).toEqual([10, 11]);
    expect(new LogCheck(null, 10, 0).seekTo).toBe(10);
  });

  it('detects another log if the record at the same offset has another value or another time', () => {
    expect(passed(check, fetched(other.slice(9, 20)))).toBe('other log');
    const sameValue = old.slice(9, 12).map((message) => ({ ...message, timestamp: '9' }));
    check = new LogCheck(markOf(old[9] as KafkaMessage), 10, 0);
    expect(passed(check, fetched(sameValue))).toBe('other log');
  });

  it('detects a log that starts again at lower offsets', () => {
    expect(passed(check, fetched(other.slice(0, 3)))).toBe('other log');
  });

  it('does not mistake a gap of deleted records for another log', () => {
    expect(passed(check, fetched(old.slice(30, 33), 30))).toEqual([30, 31, 32]);
  });

  it('compares again after ten seconds, but not with a batch that was fetched before the seek', () => {
    check.pass(fetched(old.slice(9, 20)), 0);
    expect(check.isDue(1)).toBe(false);
    expect(check.isDue(10_000)).toBe(true);
    expect(check.seekTo).toBe(19);
    expect(passed(check, fetched(old.slice(20, 22)))).toEqual([20, 21]);
    expect(passed(check, fetched(old.slice(19, 24)))).toEqual([22, 23]);
    expect(check.isDue(20_000)).toBe(true);
    expect(passed(check, fetched(other.slice(23, 30)))).toBe('other log');
  });

  it('compares after a pause in which a new log could have grown beyond the last read record', () => {
    expect(passed(check, fetched(old.slice(9, 20)))).toHaveLength(10);
    expect(passed(check, fetched(old.slice(20, 22)), 100)).toEqual([20, 21]);
    for (const [log, outcome] of [
      [old, [22, 23]],
      [other, 'other log'],
    ] as const) {
      expect(passed(check, fetched(log.slice(22, 24)), 2_000)).toBe('to compare');
      expect(check.seekTo).toBe(21);
      expect(passed(check, fetched(log.slice(21, 24)), 2_010)).toEqual(outcome);
      check = new LogCheck(markOf(old[21] as KafkaMessage), 22, 0);
      expect(passed(check, fetched(old.slice(21, 22)))).toEqual([]);
    }
  });

  it('skips the comparison if no new log could have grown beyond the last read record since the last batch', () => {
    const long = log('long', 9_000_000, 9_000_010);
    check = new LogCheck(markOf(long[0] as KafkaMessage), 9_000_001, 0);
    expect(passed(check, fetched(long.slice(0, 5)))).toHaveLength(4);
    expect(passed(check, fetched(long.slice(5, 10)), 9_000)).toHaveLength(5);
  });
});
