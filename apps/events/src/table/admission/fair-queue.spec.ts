import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Asker, FairQueue } from './fair-queue.ts';

const LIMITS = { running: 4, ofUser: 2, ofOrganization: 3, waitingOfUser: 5, patience: 60_000 };
const { signal } = new AbortController();

/** Simulates callers, and records whose queries run. */
class Askers {
  readonly queue = new FairQueue(LIMITS);
  readonly running: { asker: Asker; leave: () => void }[] = [];
  readonly order: number[] = [];
  rejected = 0;

  ask(asker: Asker, until = signal): void {
    this.queue.enter(asker, until).then(
      (leave) => {
        this.running.push({ asker, leave });
        this.order.push(asker.user);
      },
      () => (this.rejected += 1),
    );
  }

  end(index: number): void {
    this.running.splice(index % Math.max(1, this.running.length), 1)[0]?.leave();
  }
}

const asker = fc.record({
  user: fc.integer({ min: 1, max: 5 }),
  organizations: fc.uniqueArray(fc.integer({ min: 1, max: 3 }), { maxLength: 2 }),
});
const step = fc.oneof(asker, fc.nat({ max: 3 }));

describe('the fair queue', () => {
  it('never exceeds its limits, and eventually runs every query that it did not reject', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 80 }), async (steps) => {
        const askers = new Askers();
        let requests = 0;
        for (const one of steps) {
          if (typeof one === 'number') askers.end(one);
          else {
            requests += 1;
            askers.ask(one);
          }
          await nextTurn();
          expect(askers.running.length).toBeLessThanOrEqual(LIMITS.running);
          for (const key of [1, 2, 3, 4, 5]) {
            const ofUser = askers.running.filter(({ asker: { user } }) => user === key);
            const ofOrganization = askers.running.filter((running) => running.asker.organizations.includes(key));
            expect(ofUser.length).toBeLessThanOrEqual(LIMITS.ofUser);
            expect(ofOrganization.length).toBeLessThanOrEqual(LIMITS.ofOrganization);
          }
        }
        while (askers.running.length > 0) {
          askers.end(0);
          await nextTurn();
        }
        expect(askers.order.length + askers.rejected).toBe(requests);
      }),
    );
  });

  it('gives the next slot to the caller with the fewest running queries', async () => {
    const askers = new Askers();
    for (let requests = 0; requests < LIMITS.ofUser + LIMITS.waitingOfUser; requests += 1)
      askers.ask({ user: 1, organizations: [1] });
    for (const user of [2, 2, 3]) askers.ask({ user, organizations: [user] });
    await nextTurn();
    expect(askers.order).toEqual([1, 1, 2, 2]);
    askers.end(0);
    await nextTurn();
    expect(askers.order.at(-1)).toBe(3);
  });

  it('rejects queries beyond the waiting limit, and forgets callers who disconnected', async () => {
    const askers = new Askers();
    const leaving = new AbortController();
    for (let requests = 0; requests < LIMITS.ofUser; requests += 1) askers.ask({ user: 1, organizations: [] });
    for (let requests = 0; requests < LIMITS.waitingOfUser; requests += 1)
      askers.ask({ user: 1, organizations: [] }, leaving.signal);
    const one = askers.queue.enter({ user: 1, organizations: [] }, signal);
    await expect(one).rejects.toMatchObject({ code: 'rate_limited', status: 429, retryAfter: 5 });
    leaving.abort(new Error('gone'));
    await nextTurn();
    expect(askers.rejected).toBe(LIMITS.waitingOfUser);
    askers.ask({ user: 1, organizations: [] });
    askers.end(0);
    await nextTurn();
    expect(askers.order).toHaveLength(LIMITS.ofUser + 1);
  });

  it('rejects a caller who waited too long', async () => {
    const queue = new FairQueue({ ...LIMITS, running: 1, patience: 20 });
    await queue.enter({ user: 1, organizations: [] }, signal);
    const late = queue.enter({ user: 2, organizations: [] }, signal);
    await expect(late).rejects.toMatchObject({ code: 'rate_limited' });
  });
});
