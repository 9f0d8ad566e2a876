import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { checkDetails } from './check-details.ts';

/** A worker that the test controls. */
class StillWorker extends EventTarget {
  static last: StillWorker | undefined;
  asked: unknown;
  isEnded = false;
  constructor() {
    super();
    StillWorker.last = this;
  }
  postMessage(message: unknown) {
    this.asked = message;
  }
  terminate() {
    this.isEnded = true;
  }
}

describe('details checked in a worker', () => {
  const before = globalThis.Worker;
  beforeEach(() => {
    jest.useFakeTimers();
    globalThis.Worker = StillWorker as unknown as typeof Worker;
  });
  afterEach(() => {
    jest.useRealTimers();
    globalThis.Worker = before;
  });

  it("return the worker's result, and end the worker", async () => {
    const found = checkDetails({ type: 'object' }, 5);
    expect(StillWorker.last?.asked).toEqual({ schema: { type: 'object' }, details: 5 });
    StillWorker.last?.dispatchEvent(new MessageEvent('message', { data: [{ pointer: '', message: 'wrong' }] }));
    await expect(found).resolves.toEqual([{ pointer: '', message: 'wrong' }]);
    expect(StillWorker.last?.isEnded).toBe(true);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('time out after five seconds, and end the worker', async () => {
    const found = checkDetails({ pattern: '^(a+)+$' }, 'a');
    jest.advanceTimersByTime(4_999);
    expect(StillWorker.last?.isEnded).toBe(false);
    jest.advanceTimersByTime(1);
    await expect(found).resolves.toBeNull();
    expect(StillWorker.last?.isEnded).toBe(true);
  });

  it('fail if the worker cannot be loaded', async () => {
    const found = checkDetails({}, {});
    StillWorker.last?.dispatchEvent(new Event('error'));
    await expect(found).resolves.toBeNull();
    expect(jest.getTimerCount()).toBe(0);
  });
});
