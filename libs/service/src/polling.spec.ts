import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
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
