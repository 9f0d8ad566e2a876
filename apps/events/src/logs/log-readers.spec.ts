import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { INTEGRATION_EVENTS_TOPIC } from '@portico/contracts/events/integration-event';
import type { EachBatchPayload, KafkaMessage } from '@portico/kafka';
import fc from 'fast-check';
import { LogReaders } from './log-readers.ts';

type Payload = Parameters<LogReaders['read']>[0];

/** Simulates kafkajs for one partition. A fetch applies the last seek, and a fetched batch may wait before it is read. */
class Partition {
  private readonly log: KafkaMessage[] = [];
  private position = 0;
  private sought: number | null = null;

  append(count: number): void {
    for (let number = 0; number < count; number += 1) {
      const offset = String(this.log.length);
      const value = Buffer.from(`record ${offset}`);
      this.log.push({ key: null, value, timestamp: offset, offset, attributes: 0, headers: {} });
    }
  }

  get length(): number {
    return this.log.length;
  }

  readonly seek = ({ offset }: { offset: string }): void => {
    this.sought = Number(offset);
  };

  fetch(most: number): Payload | null {
    this.position = this.sought ?? this.position;
    this.sought = null;
    const { position } = this;
    const messages = this.log.slice(position, position + most);
    if (messages.length === 0) return null;
    const lastOffset = (): string => messages.at(-1)?.offset ?? '';
    const batch = {
      topic: INTEGRATION_EVENTS_TOPIC,
      partition: 0,
      messages,
      fetchedOffset: String(position),
      lastOffset,
    };
    return {
      batch: batch as unknown as EachBatchPayload['batch'],
      resolveOffset: (offset) => (this.position = Number(offset) + 1),
      isStale: () => this.sought !== null,
    };
  }
}

const steps = fc.array(
  fc.record({
    appended: fc.nat(8),
    most: fc.integer({ min: 1, max: 6 }),
    waits: fc.nat(12_000),
  }),
  { maxLength: 20 },
);

describe('LogReaders', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('passes each message on once, whatever the order of fetches and seeks', () =>
    fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const partition = new Partition();
        const readers = new LogReaders(partition.seek);
        readers.begin(new Map([[0, { epoch: 0, from: 0, mark: null }]]));
        const read: number[] = [];
        const take = async (most: number, waits: number): Promise<void> => {
          const payload = partition.fetch(most);
          jest.advanceTimersByTime(waits);
          if (!payload) return;
          const note = async (messages: readonly KafkaMessage[]): Promise<void> => {
            read.push(...messages.map(({ offset }) => Number(offset)));
          };
          expect(await readers.read(payload, note, new AbortController().signal)).toBe(true);
        };
        for (const { appended, most, waits } of all) {
          partition.append(appended);
          await take(most, waits);
        }
        for (let tries = 0; read.length < partition.length && tries < 1_000; tries += 1) await take(6, 0);
        readers.stop();
        expect(read).toEqual(Array.from({ length: partition.length }, (_, offset) => offset));
      }),
    ));
});
