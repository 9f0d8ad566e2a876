import { describe, expect, it } from '@jest/globals';
import { IntegrationEvent, RESULTS, SEVERITIES } from '@portico/contracts/events/integration-event';
import fc from 'fast-check';
import { integrationEvent } from '@portico/testkit/integration-event';
import { readEvent } from './valid-event.ts';

const sound = integrationEvent({ timestamp: '2026-03-01T12:00:00.500Z' });

/** Values that satisfy and that violate every rule of the contract, and unrelated values. */
const anything = fc.oneof(
  fc.string({ maxLength: 140 }),
  fc.constantFrom('a\u0000b', 'a\n', '\u001f', '\u007f', 'a\u0085b', '\u009f', '\u00a0', 'x\u2028', '\ud83d'),
  fc.constantFrom('', 'x'.repeat(64), 'x'.repeat(65), 'x'.repeat(128), 'x'.repeat(129), 'x'.repeat(32_769)),
  fc.constantFrom(0, -0, 1, -1, 1.5, 2_147_483_647, 2_147_483_648, Number.MAX_SAFE_INTEGER, 1e21, Number.NaN),
  fc.constantFrom(...RESULTS, ...SEVERITIES, 'success', null, undefined, true, [], {}, [{ message: 'x' }]),
  fc.constantFrom('a'.repeat(32), 'A'.repeat(32), `${'a'.repeat(32)}\n`, 'g'.repeat(32)),
  fc.record({ message: fc.oneof(fc.string(), fc.integer()), more: fc.jsonValue() }, { requiredKeys: [] }),
);
const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));
const almostMoment = fc
  .tuple(
    fc.oneof(fc.constantFrom('2024', '2026', '0000', '1969', '2200', '9999', '+010000'), digits(4)),
    fc.oneof(fc.constantFrom('02-29', '02-30', '12-31', '04-31', '00-10', '13-01'), fc.constant('03-01')),
    fc.constantFrom('T', ' ', 't'),
    fc.constantFrom('12:00:00', '23:59:59', '24:00:00', '23:59:60', '12:00', '12'),
    fc.constantFrom('', '.5', '.500', '.123456789', '../ingest'),
    fc.constantFrom('Z', 'z', '+02:00', '-23:59', '+24:00', '+0200', '+02', ''),
  )
  .map(([year, day, t, time, fraction, zone]) => `${year}-${day}${t}${time}${fraction}${zone}`);
const almostEvent = fc
  .tuple(
    fc.oneof({ weight: 3, arbitrary: almostMoment }, { weight: 1, arbitrary: anything }),
    fc.dictionary(fc.constantFrom(...Object.keys(sound), 'extra'), anything, { maxKeys: 2 }),
    fc.boolean(),
  )
  .map(([timestamp, changes, isMomentSound]) => ({ ...sound, ...(!isMomentSound && { timestamp }), ...changes }));

describe('readEvent', () => {
  it('accepts exactly what the contract accepts', () => {
    let taken = 0;
    fc.assert(
      fc.property(almostEvent, (value) => {
        const { success, data } = IntegrationEvent.safeParse(value);
        const read = readEvent(value);
        expect(read !== null).toBe(success);
        if (!data || !read) return;
        taken += 1;
        const moment = Date.parse(data.timestamp);
        expect(read).toEqual({ event: { ...data, timestamp: new Date(moment).toISOString() }, moment });
      }),
      { numRuns: 2_000 },
    );
    expect(taken).toBeGreaterThan(100);
  });

  it('drops fields outside the contract and keeps all details', () => {
    const details = { message: 'x', more: [{ deep: 1 }] };
    const value = { ...sound, details, extra: 1 };
    expect(readEvent(value)?.event).toEqual({ ...sound, details });
  });
});
