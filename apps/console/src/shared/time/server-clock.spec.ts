import { afterEach, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { clockError, measureClock, onClockChange, serverNow } from './server-clock.ts';

const SECOND = 1_000;
const START = Date.parse('2026-01-02T03:04:05.678Z');
const answerAt = (server: number) => new Response(null, { headers: { date: new Date(server).toUTCString() } });

/** Measures a computer clock that is `ahead` milliseconds fast, with a response that the server sends at the time `server`. */
const measure = (server: number, ahead: number, requestDelay: number, responseDelay: number) => {
  jest.spyOn(Date, 'now').mockReturnValue(server + responseDelay + ahead);
  measureClock(answerAt(server), server - requestDelay + ahead);
};

const delay = fc.integer({ min: 0, max: 3_000 });

describe('the server clock', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it("is accurate to one second plus the network delay, for any error of the computer's clock", () => {
    const ahead = fc.integer({ min: -86_400_000, max: 86_400_000 });
    fc.assert(
      fc.property(fc.array(fc.tuple(ahead, delay, delay), { minLength: 1, maxLength: 4 }), (answers) => {
        for (const [index, [wrong, requestDelay, responseDelay]] of answers.entries()) {
          const server = START + index * 60_000;
          measure(server, wrong, requestDelay, responseDelay);
          expect(Math.abs(serverNow() - (server + responseDelay))).toBeLessThanOrEqual(
            SECOND + requestDelay + responseDelay,
          );
        }
      }),
    );
  });

  it('reports no error and no change for a correct computer clock', () => {
    measure(START, 0, 0, 0);
    const changed = jest.fn();
    const stop = onClockChange(changed);
    fc.assert(
      fc.property(delay, delay, fc.integer({ min: 0, max: 86_400_000 }), (requestDelay, responseDelay, later) => {
        measure(START + later, 0, requestDelay, responseDelay);
        expect([clockError(), changed.mock.calls]).toEqual([0, []]);
      }),
    );
    stop();
  });

  it('returns how far a wrong computer clock is ahead or behind, and ignores a response without a date', () => {
    measure(START, 1_200_000, 0, 0);
    expect(Math.abs(clockError() - 1_200_000)).toBeLessThanOrEqual(SECOND);
    measureClock(new Response(), 0);
    expect(clockError()).toBeGreaterThan(0);
    measure(START, -1_200_000, 0, 0);
    expect(clockError()).toBeLessThan(0);
  });
});
