import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { Unavailable } from './errors.ts';
import { Polling } from './polling.ts';

const HOUR = 3_600_000;

describe('the pause of a polling loop', () => {
  it('ends by itself', async () => {
    await new Polling().pause(1);
  });

  it('ends at a wake, and is left out after a wake that came before it', async () => {
    const polling = new Polling();
    const paused = polling.pause(HOUR);
    polling.wake();
    await paused;
    polling.wake();
    await polling.pause(HOUR);
  });

  it('is left out once for each wake', async () => {
    const polling = new Polling();
    polling.wake();
    await polling.pause(HOUR);
    const next = polling.pause(HOUR).then(() => 'ended');
    expect(await Promise.race([next, sleep(20, 'paused')])).toBe('paused');
    polling.wake();
    await next;
  });

  it('ends with the service, and none follows', async () => {
    const polling = new Polling();
    const paused = polling.pause(HOUR);
    polling.end();
    await paused;
    await polling.pause(HOUR);
    await polling.pause(HOUR);
    expect(polling.isEnding).toBe(true);
  });
});

describe('work in a polling loop', () => {
  it('is done piece by piece, and looked for again after what fails and after a pause', async () => {
    const polling = new Polling();
    const failed: unknown[] = [];
    const pieces = [
      async () => true,
      () => Promise.reject(new Unavailable('away')),
      async () => false,
      async () => true,
    ];
    await polling.work({
      next: () => {
        const piece = pieces.shift();
        if (pieces.length === 0) polling.end();
        return piece ? piece() : Promise.resolve(false);
      },
      pause: 1,
      toError: (thrown) => thrown,
      failed: (error) => void failed.push(error),
    });
    expect(pieces).toEqual([]);
    expect(failed).toEqual([new Unavailable('away')]);
  });
});
