import { describe, expect, it } from '@jest/globals';
import {
  IntegrationEvent,
  MAX_EVENT_BYTES as CONTRACT_BYTES,
  RESULTS as CONTRACT_RESULTS,
  SEVERITIES as CONTRACT_SEVERITIES,
} from '@portico/contracts/events/integration-event';
import fc from 'fast-check';
import { complete, type NewEvent, type PublishedEvent, RESULTS, SEVERITIES } from './event.ts';
import { MAX_EVENT_BYTES, toOutgoing } from './outgoing.ts';
import { uuidv7 } from './uuidv7.ts';

// The compiler checks that this package's event type matches the contract's. The package itself cannot depend on the contract.
type ContractInput = (typeof IntegrationEvent)['_zod']['input'];
type Addressed = PublishedEvent & { source_id: number; organization_id: number };
const toContract = (event: Addressed): ContractInput => event;
const fromContract = (event: ContractInput): NewEvent => event;

const text = (maxLength: number) => fc.string({ minLength: 1, maxLength });
const anyEvent: fc.Arbitrary<NewEvent> = fc.record({
  id: fc.option(text(128), { nil: undefined }),
  source_type: text(64),
  event_name: text(128),
  timestamp: fc.option(fc.date({ min: new Date(0), max: new Date('9999-01-01'), noInvalidDate: true }), {
    nil: undefined,
  }),
  result: fc.constantFrom(...RESULTS),
  severity_text: fc.option(fc.constantFrom(...SEVERITIES), { nil: undefined }),
  trace_id: fc.option(fc.stringMatching(/^[0-9a-f]{32}$/), { nil: undefined }),
  details: fc.record({ message: fc.string(), more: fc.jsonValue() }),
});

describe('an event of the SDK', () => {
  it('is valid under the contract after it is completed', () => {
    fc.assert(
      fc.property(anyEvent, (event) => {
        const sent = JSON.parse(toOutgoing(event).text);
        const whole = toContract({ ...sent, source_id: 4, organization_id: 2 });
        expect(IntegrationEvent.parse(whole)).toEqual(whole);
        expect(fromContract(whole)).toMatchObject({ source_type: event.source_type, result: event.result });
      }),
    );
  });

  it('keeps given values, and gets a missing id, time, severity and trace id', () => {
    const given = {
      id: 'mine',
      source_type: 'payroll',
      event_name: 'payrun.completed',
      timestamp: '2026-11-24T09:00:00+01:00',
      result: 'FAILURE',
      severity_text: 'WARN',
      trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
      details: { message: 'Bank refused the file' },
    } as const;
    expect(complete(given)).toEqual(given);
    const { id: _, timestamp: _t, severity_text: _s, trace_id: _i, ...rest } = given;
    const made = complete(rest);
    expect(made.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(made.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(made).toMatchObject({ severity_text: 'ERROR', trace_id: expect.stringMatching(/^[0-9a-f]{32}$/) });
    expect(complete({ ...rest, result: 'SUCCESS' }).severity_text).toBe('INFO');
    expect(complete(rest).id).not.toBe(made.id);
  });

  it('has the same allowed values and size limit as the contract', () => {
    expect(RESULTS).toEqual(CONTRACT_RESULTS);
    expect(SEVERITIES).toEqual(CONTRACT_SEVERITIES);
    expect(MAX_EVENT_BYTES).toBe(CONTRACT_BYTES);
  });

  it('is measured in bytes of UTF-8', () => {
    const event = { source_type: 'x', event_name: 'x', result: 'SUCCESS', details: { message: '€' } } as const;
    const { text: json, bytes } = toOutgoing(event);
    expect(bytes).toBe(new TextEncoder().encode(json).length);
  });
});

describe('a new id', () => {
  it('sorts by the millisecond of its creation', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(2 ** 48 - 1), { minLength: 2, maxLength: 2 }), ([one = 0, other = 0]) => {
        expect(uuidv7(one) < uuidv7(other)).toBe(one < other);
      }),
    );
  });
});
