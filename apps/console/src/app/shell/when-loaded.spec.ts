import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { QueryClient } from '@tanstack/react-query';
import { LATEST_MS, QUIET_MS, whenLoaded } from './when-loaded.ts';

describe('a loading screen', () => {
  const then = jest.fn();
  let client: QueryClient;

  beforeEach(() => {
    jest.useFakeTimers();
    client = new QueryClient();
    then.mockReset();
  });
  afterEach(() => {
    client.clear();
    jest.useRealTimers();
  });

  const load = (key: string, ms: number): Promise<void> =>
    client.prefetchQuery({
      queryKey: [key],
      queryFn: () => new Promise((resolve) => setTimeout(() => resolve(key), ms)),
      staleTime: 0,
    });

  it('counts as loaded shortly after every query has received its first response', async () => {
    void load('rows', 500);
    whenLoaded(client, then);
    await jest.advanceTimersByTimeAsync(400);
    void load('count', 2_000);
    await jest.advanceTimersByTimeAsync(2_000 + QUIET_MS - 10);
    expect(then).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(20);
    expect(then).toHaveBeenCalledTimes(1);
  });

  it('counts as loaded while queries are refetched continuously', async () => {
    await Promise.all([load('rows', 0), jest.advanceTimersByTimeAsync(1)]);
    whenLoaded(client, then);
    for (let passed = 0; passed < QUIET_MS; passed += 100) {
      void load('rows', 90);
      await jest.advanceTimersByTimeAsync(100);
    }
    expect(then).toHaveBeenCalledTimes(1);
  });

  it('counts as loaded after eight seconds at the latest', async () => {
    void load('rows', 2 * LATEST_MS);
    whenLoaded(client, then);
    await jest.advanceTimersByTimeAsync(LATEST_MS - 1);
    expect(then).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(2 * LATEST_MS);
    expect(then).toHaveBeenCalledTimes(1);
  });

  it('is not reported as loaded after the user has left the screen', async () => {
    whenLoaded(client, then)();
    await jest.advanceTimersByTimeAsync(2 * LATEST_MS);
    expect(then).not.toHaveBeenCalled();
  });
});
