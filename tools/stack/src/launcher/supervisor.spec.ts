import { describe, expect, it } from '@jest/globals';
import { eventually } from '@portico/testkit';
import type { Exit } from '../process/child.ts';
import type { Component } from './component.ts';
import { supervise } from './supervisor.ts';

const PACE = { firstMs: 5, maxMs: 20, steadyMs: 10_000 };

/** Creates a component that ends, or fails to start, when the test requests it. */
const controlled = () => {
  const ends: ((exit: Exit) => void)[] = [];
  const state = { starts: 0, stops: 0, failures: 0 };
  const component: Component<number> = {
    name: 'thing',
    start: async () => {
      state.starts += 1;
      if (state.failures > 0) {
        state.failures -= 1;
        throw new Error('thing is not ready');
      }
      const exited = new Promise<Exit>((resolve) => ends.push(resolve));
      const stop = async () => {
        state.stops += 1;
        ends.at(-1)?.({ code: 0, signal: null });
      };
      return { exited, stop, found: state.starts, lastLines: () => ['the last line'] };
    },
  };
  return { component, state, die: () => ends.at(-1)?.({ code: 1, signal: null }) };
};

const reportTo = (lines: string[]) => ({
  bad: (line: string) => lines.push(line),
  good: (line: string) => lines.push(line),
});

describe('a supervised component', () => {
  it('is restarted when it ends, and its last line and its recovery are reported', async () => {
    const { component, state, die } = controlled();
    const lines: string[] = [];
    const supervised = supervise(component, reportTo(lines), PACE);
    expect(await supervised.start(() => undefined)).toBe(1);
    die();
    await eventually(() => lines.length === 2);
    expect(state.starts).toBe(2);
    expect(lines[0]).toBe('thing ended (exit code 1)\n    | the last line\n    starting it again in 0.005 s');
    expect(lines[1]).toMatch(/^thing is back after/);
    await supervised.stop(100);
  });

  it('waits twice as long before each further restart, up to a limit', async () => {
    const { component, state, die } = controlled();
    const lines: string[] = [];
    const supervised = supervise(component, reportTo(lines), PACE);
    await supervised.start(() => undefined);
    state.failures = 4;
    die();
    await eventually(() => lines.some((line) => line.includes('is back')));
    const waits = lines.flatMap((line) => /again in ([\d.]+) s/.exec(line)?.[1] ?? []);
    expect(waits).toEqual(['0.005', '0.01', '0.02', '0.02', '0.02']);
    await supervised.stop(100);
  });

  it('is not restarted if it ends because it was stopped', async () => {
    const { component, state } = controlled();
    const lines: string[] = [];
    const supervised = supervise(component, reportTo(lines), PACE);
    await supervised.start(() => undefined);
    await supervised.stop(100);
    expect(state).toMatchObject({ starts: 1, stops: expect.any(Number) });
    expect(lines).toEqual([]);
  });

  it('is not restarted if its first start fails', async () => {
    const { component, state } = controlled();
    state.failures = 1;
    const supervised = supervise(component, reportTo([]), PACE);
    await expect(supervised.start(() => undefined)).rejects.toThrow('thing is not ready');
    await supervised.stop(100);
    expect(state.starts).toBe(1);
  });
});
