import { describe, expect, it } from '@jest/globals';
import { ContentError, Unavailable } from '@portico/service';
import { untilItWorks } from './retry.ts';

const { signal } = new AbortController();

describe('untilItWorks', () => {
  it('retries while ClickHouse or Kafka is unavailable', async () => {
    const kafka = Object.assign(new Error('no broker'), { name: 'KafkaJSNumberOfRetriesExceeded' });
    const failures = [new Unavailable('no connection'), kafka];
    const attempt = async (): Promise<string> => {
      const failure = failures.shift();
      if (failure) throw failure;
      return 'stored';
    };
    await expect(untilItWorks('storing', attempt, signal)).resolves.toBe('stored');
  });

  it.each([new TypeError('x is not a function'), new ContentError('at row 1'), new Error('unheard of')])(
    'does not retry after %s',
    async (error) => {
      let attempts = 0;
      const attempt = async (): Promise<never> => {
        attempts += 1;
        throw error;
      };
      await expect(untilItWorks('storing', attempt, signal)).rejects.toBe(error);
      expect(attempts).toBe(1);
    },
  );
});
