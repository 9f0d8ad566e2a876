import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { useServerSearch } from './use-server-search.ts';

const load = jest.fn<(search: string, signal: AbortSignal) => Promise<string[]>>();
const searches = () => load.mock.calls.map(([search]) => search);
const wait = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const open = () => renderHook(({ isOpen }) => useServerSearch(load, isOpen), { initialProps: { isOpen: true } });

beforeEach(() => {
  jest.useFakeTimers();
  load.mockReset().mockImplementation(async (search) => [`found by "${search}"`]);
});
afterEach(() => void jest.useRealTimers());

describe('useServerSearch', () => {
  // spec: 9.3
  it('requests all items immediately, and matches of a typed text after a 500 ms debounce', async () => {
    const { result } = open();
    expect(result.current.status).toBe('loading');
    await wait(0);
    expect(result.current).toMatchObject({ status: 'ready', items: ['found by ""'] });
    act(() => result.current.setTerm('p'));
    await wait(499);
    act(() => result.current.setTerm(' pay '));
    await wait(499);
    expect(searches()).toEqual(['']);
    expect(result.current).toMatchObject({ status: 'loading', items: [] });
    await wait(1);
    expect(searches()).toEqual(['', 'pay']);
    expect(result.current).toMatchObject({ status: 'ready', items: ['found by "pay"'] });
  });

  it('cancels the previous request and ignores its late response', async () => {
    const answers: ((items: string[]) => void)[] = [];
    load.mockImplementation(() => new Promise((resolve) => void answers.push(resolve)));
    const { result } = open();
    await wait(0);
    act(() => result.current.setTerm('b'));
    expect(load.mock.calls[0]?.[1].aborted).toBe(true);
    answers[0]?.(['late']);
    await wait(500);
    expect(result.current).toMatchObject({ status: 'loading', items: [] });
    answers[1]?.(['right']);
    await wait(0);
    expect(result.current).toMatchObject({ status: 'ready', items: ['right'] });
  });

  it('cancels the request when closed, and requests again when reopened', async () => {
    const { rerender } = open();
    await wait(0);
    rerender({ isOpen: false });
    expect(load.mock.calls[0]?.[1].aborted).toBe(true);
    await wait(1000);
    rerender({ isOpen: true });
    await wait(0);
    expect(searches()).toEqual(['', '']);
  });

  it('reports a failure and can retry', async () => {
    load.mockRejectedValueOnce(new Error('down'));
    const { result } = open();
    await wait(0);
    expect(result.current).toMatchObject({ status: 'failed', items: [] });
    act(() => result.current.retry());
    await wait(0);
    expect(result.current.status).toBe('ready');
  });
});
