import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { EventList, EventRow } from '@portico/contracts/http/events';
import { type Call, eventually, read } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import type { CaughtHook } from '@portico/stack/hooks';
import { newRule, type Noticing, valueAt, startNoticing, verifiedWebhook } from './noticing.ts';

jest.setTimeout(120_000);

let noticing: Noticing;
let admin: Call;
let manager: Call;
let member: Call;

beforeAll(async () => {
  noticing = await startNoticing({ NOTICE_WAIT_SECONDS: '0' });
  const { stack } = noticing;
  admin = await stack.furnish();
  [manager, member] = [await stack.as('CLIENT', 6), await stack.as('CLIENT', 5)];
  const events = await stack.eventsAs('ADMIN');
  await eventually(async () => JSON.stringify((await events('GET', '/events')).body).includes('payroll'), 60_000);
}, 120_000);
afterAll(() => noticing?.stop());

const failing = (event_name: string, details: { message: string; [name: string]: unknown }) =>
  integrationEvent({ event_name, result: 'FAILURE', severity_text: 'ERROR', details });
const whatCame = (path: string, kind: string): Promise<CaughtHook> =>
  eventually(() => noticing.hooksAt(path).find(({ title }) => title.startsWith(kind)));
/** Reads the newest event with a name from the caller's events list. */
const rowOf = async (call: Call, name: string): Promise<EventRow | undefined> =>
  (await read<EventList>(call, `/events?event=${name}`)).data[0];

describe('a webhook about an episode', () => {
  it.each([
    ['an organization', { owner: 'organization', organizationId: 1 } as const, () => manager, ['CLIENT', 6] as const],
    ['a person', {}, () => member, ['CLIENT', 5] as const],
    ['the product', { owner: 'product' } as const, () => admin, ['ADMIN', 900] as const],
  ])(
    'contains the first failed event with all fields that the list of events shows to the owner of the webhook: %s',
    async (_, owner, caller, recipient) => {
      const name = `whole.${recipient[1]}`;
      const path = `/webhook/whole-${recipient[1]}`;
      const { id } = await verifiedWebhook(noticing, caller(), path, owner);
      await newRule(caller(), [id], { filter: { eventName: name } }, owner);
      const first = failing(name, { message: 'Bank refused the file', amount: { cents: 1_250 }, codes: ['E1', 'E2'] });
      await noticing.stack.publisher.publish(first);
      const opened = await whatCame(path, 'episode.opened');
      const listed = await rowOf(await noticing.stack.eventsAs(recipient[0], recipient[1]), name);
      expect(listed?.id).toBe(first.id);
      expect(valueAt(opened, 'data', 'event')).toEqual(listed);
      expect(valueAt(opened, 'data', 'event', 'details')).toEqual(first.details);
      expect(valueAt(opened, 'data', 'event_omitted')).toBeUndefined();
    },
  );

  it('is sent without the event if the list does not contain the event', async () => {
    const path = '/webhook/none';
    const { id } = await verifiedWebhook(noticing, manager, path, { owner: 'organization', organizationId: 1 });
    await newRule(
      manager,
      [id],
      { filter: { eventName: 'whole.unlisted' } },
      { owner: 'organization', organizationId: 1 },
    );
    // Publishes an activity record of a failure that is not in the events list.
    await noticing.stack.activity({
      organization_id: 1,
      source_id: 1,
      event_name: 'whole.unlisted',
      newest_failure: new Date(Date.now() - 60_000).toISOString(),
      newest_success: null,
      newest_arrival: new Date().toISOString(),
    });
    const opened = await whatCame(path, 'episode.opened');
    expect(valueAt(opened, 'data', 'event')).toBeNull();
  });
});
