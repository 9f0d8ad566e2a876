import { describe, expect, it } from '@jest/globals';
import { INTEGRATION_EVENT_TYPE, IntegrationEvent } from '@portico/contracts/events/integration-event';
import fc from 'fast-check';
import { parseFlags } from './flags.ts';
import { toMessage } from './message.ts';
import { dueAfter } from './pace.ts';
import { toEvent } from './publish.ts';

const flagsOf = (line: string) => {
  const flags = parseFlags(line.split(' '));
  if (!flags) throw new Error('asked for help');
  return flags;
};
const payroll = { sourceId: 4, organizationId: 2, name: 'payroll' };

describe('the published event', () => {
  it('matches the contract and belongs to the integration', () => {
    const event = toEvent(flagsOf('--integration payroll --event payrun.completed'), payroll);
    expect(IntegrationEvent.parse(event)).toEqual(event);
    expect(event).toMatchObject({ source_id: 4, organization_id: 2, source_type: 'payroll' });
  });

  it('keeps a given id, and otherwise gets a new id', () => {
    expect(toEvent(flagsOf('--integration payroll --event x --id mine'), payroll).id).toBe('mine');
    const anonymous = flagsOf('--integration payroll --event x');
    expect(toEvent(anonymous, payroll).id).not.toBe(toEvent(anonymous, payroll).id);
  });

  it('has its organization as the key in every mode', () => {
    const event = toEvent(flagsOf('--integration payroll --event x'), payroll);
    for (const mode of [undefined, 'structured', 'binary'] as const) expect(toMessage(event, mode).key).toBe('2');
    expect(JSON.parse(String(toMessage(event).value))).toEqual(event);
    expect(JSON.parse(String(toMessage(event, 'structured').value))).toMatchObject({
      specversion: '1.0',
      id: event.id,
      type: INTEGRATION_EVENT_TYPE,
      data: event,
    });
    expect(toMessage(event, 'binary')).toMatchObject({
      value: JSON.stringify(event),
      headers: {
        ce_specversion: '1.0',
        ce_id: event.id,
        ce_type: INTEGRATION_EVENT_TYPE,
        ce_source: '/integrations/4',
      },
    });
  });
});

describe('the rate limiter', () => {
  it('sends the first event immediately, and later events no faster than the rate', () => {
    const anyRate = { count: fc.integer({ min: 1, max: 1_000 }), rate: fc.integer({ min: 1, max: 10_000 }) };
    fc.assert(
      fc.property(fc.record(anyRate), fc.double({ min: 0, max: 100_000, noNaN: true }), (options, elapsed) => {
        const due = dueAfter(elapsed, options);
        expect(due).toBeGreaterThanOrEqual(1);
        expect(due).toBeLessThanOrEqual(options.count);
        expect(due).toBeLessThanOrEqual((elapsed * options.rate) / 1_000 + 1);
      }),
    );
  });

  it('sends all events immediately without a rate', () => {
    expect(dueAfter(0, { count: 1_000, rate: undefined })).toBe(1_000);
  });
});
