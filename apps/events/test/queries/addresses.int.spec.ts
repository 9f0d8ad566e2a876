import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { EventFacets } from '@portico/contracts/http/event-facets';
import type { EventList } from '@portico/contracts/http/events';
import { type Call, eventually, read } from '@portico/testkit';
import { integrationEvent, RECENTLY } from '@portico/testkit/integration-event';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';

/**
 * URLs of version 0.1.0. `found`: the ids in the response, newest first, or the error. `{40}` in a URL stands for the time 40 s after
 * {@link RECENTLY}.
 */
const GOLDEN = new URL('../../../../libs/contracts/golden/addresses.json', import.meta.url);
const ADDRESSES: readonly { address: string; found: string; counted?: string }[] = JSON.parse(
  readFileSync(GOLDEN, 'utf8'),
);

/** The URLs by their first parameter. */
const GROUPS = Map.groupBy(ADDRESSES, ({ address }) => address.split('=')[0]);

const at = (second: number): string => new Date(RECENTLY + second * 1_000).toISOString();
const BANKING = { source_id: 2, organization_id: 2, source_type: 'banking' };
const OTHER = { source_id: 3, source_type: 'Payroll' };
const FAILED = { result: 'FAILURE', severity_text: 'ERROR' } as const;
const TRACE = 'f'.repeat(32);

const EVENTS = [
  integrationEvent({ id: 'a', timestamp: at(100), details: { message: 'IBAN: refused', amount: { cents: 1_500 } } }),
  integrationEvent({ id: 'b', timestamp: at(90), ...FAILED, details: { message: 'Bank refused', step: '3' } }),
  integrationEvent({ id: 'c', timestamp: at(80), ...BANKING, event_name: 'transfer_failed', severity_text: 'WARN' }),
  integrationEvent({
    id: 'd',
    timestamp: at(70),
    ...BANKING,
    ...FAILED,
    details: { message: 'no', tags: ['Late', 'big'], step: 3 },
  }),
  integrationEvent({
    id: 'e',
    timestamp: at(60),
    source_type: 'Straße',
    event_name: 'Cafe\u0301',
    details: { message: 'no', amount: { cents: 900 } },
  }),
  integrationEvent({
    id: 'f',
    timestamp: at(50),
    ...OTHER,
    event_name: 'Payrun.Completed',
    details: { message: '100% refused', subject: 'order-7' },
  }),
  integrationEvent({
    id: 'g',
    timestamp: at(40),
    ...OTHER,
    ...FAILED,
    trace_id: TRACE,
    details: { message: 'a - b', subject: 'Order-7' },
  }),
  integrationEvent({
    id: 'h',
    timestamp: at(30),
    trace_id: TRACE,
    details: { message: 'refused', subject: 'order-7' },
  }),
  integrationEvent({
    id: 'i',
    timestamp: at(20),
    event_name: 'a*b',
    severity_text: 'DEBUG',
    details: { message: 'Error: refused bank' },
  }),
  integrationEvent({
    id: 'j',
    timestamp: at(10),
    ...BANKING,
    event_name: '#7',
    details: { message: 'type:payroll at 12:30' },
  }),
  integrationEvent({
    id: 'k',
    timestamp: at(0),
    ...BANKING,
    severity_text: 'WARN',
    event_name: 'a"b',
    details: { message: 'a OR b' },
  }),
];

jest.setTimeout(30_000);

describe('URLs of the previous version', () => {
  let stack: EventsStack;
  let admin: Call;

  beforeAll(async () => {
    stack = await startEventsStack();
    await stack.start();
    await stack.publisher.integration(3, { name: 'Payroll', trust: 'open' });
    admin = await stack.furnish();
    await eventually(async () => (await read<EventList>(admin, '/events')).integrations.length === 3, 30_000);
    await stack.publisher.publish(...EVENTS.toReversed());
    await eventually(async () => (await read<EventList>(admin, '/events')).count === EVENTS.length);
  }, 60_000);
  afterAll(() => stack?.stop());

  const ask = (path: string, address: string) =>
    admin('GET', `${path}?${address.replaceAll(/\{(\d+)\}/g, (_, second) => encodeURIComponent(at(Number(second))))}`);

  /** Returns the ids in the list, or the status with the pointer and message of each fault. */
  const found = async (address: string): Promise<string> => {
    const { status, body } = await ask('/events', address);
    if (status === 200) return (body as EventList).data.map(({ id }) => id).join('');
    const { faults } = body as { faults: { pointer: string; message: string }[] };
    return `${status} ${faults.map(({ pointer, message }) => `${pointer} ${message}`).join('; ')}`;
  };

  /** Returns the counts of each facet; undefined if the request is rejected. */
  const counted = async (address: string): Promise<string | undefined> => {
    const { status, body } = await ask('/events/facets', address);
    if (status !== 200) return undefined;
    const facets = body as EventFacets;
    const names = ['status', 'severity', 'type', 'event', 'integration', 'organization'] as const;
    return names.map((name) => facets[name].map(({ count }) => count).join('+')).join(' ');
  };

  it.each([...GROUPS])(
    'that begin with %s return the events, counts and errors that the previous version returned',
    async (_, addresses) => {
      const answers = [];
      for (const { address } of addresses) {
        const [ids, counts] = await Promise.all([found(address), counted(address)]);
        answers.push({ address, found: ids, counted: counts });
      }
      expect(answers).toEqual(
        addresses.map((one) => ({ address: one.address, found: one.found, counted: one.counted })),
      );
    },
  );
});
