import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { eventAt, listOf } from '../../../testing/fixtures.ts';
import { rejectedOf } from '../../../testing/rejected-event.ts';
import { part, showConnect } from '../../../testing/render-connect.tsx';

const now = () => new Date().toISOString();
const items = async () =>
  within(await screen.findByRole('list', { name: 'Latest events' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

describe('the arrivals of an integration', () => {
  it('show a waiting message, and then each event with a link when it arrives', async () => {
    const { live } = showConnect();
    const arrivals = await part(/Check how Portico read the event/);
    expect(await arrivals.findByText('Waiting for your first event…')).toBeTruthy();
    await waitFor(() => expect(live.subscriptions).toHaveLength(1));
    expect(live.subscriptions[0]).toMatchObject({ filter: { where: 'integration:#3' } });
    await live.send({ rows: [eventAt(1, { published_at: now() })], skipped: 0, cursor: '0:1' });
    expect(await arrivals.findByText(/^Received .*, listed$/)).toBeTruthy();
    expect(arrivals.queryByText('Waiting for your first event…')).toBeNull();
    expect(arrivals.getByRole('link', { name: 'See event payrun.1' }).getAttribute('href')).toContain(
      `open=${eventAt(1).trace_id}-3.event-1`,
    );
    // A repeated row is the same event.
    await live.send({ rows: [eventAt(1, { published_at: now() })], skipped: 0, cursor: '0:2' });
    expect(await items()).toHaveLength(1);
    expect(live.subscriptions).toHaveLength(1);
  });

  it('show the reason of a rejection to viewers who may see it', async () => {
    let rejected = [rejectedOf(1, { integration_id: 3, published_at: '2026-01-01T00:00:00.000Z' })];
    const { live } = showConnect({ right: 'admin' }, [], {
      'GET /events/rejected': () => ({ data: rejected, count: rejected.length }),
      'GET /integrations/3/publishers': () => ({ data: [], count: 0 }),
    });
    const arrivals = await part(/Check how Portico read the event/);
    expect(
      await arrivals.findByText(/^Received .*, rejected: \/result result should be SUCCESS or FAILURE$/),
    ).toBeTruthy();
    expect(arrivals.getByRole('link', { name: 'See event evt-1' }).getAttribute('href')).toBe(
      '/rejected?integration=3',
    );
    rejected = [rejectedOf(2, { integration_id: 3, published_at: now() }), ...rejected];
    await live.reject({ count: 2, last_at: now() });
    await waitFor(async () => expect(await items()).toHaveLength(2));
    expect((await items())[0]).toMatch(/^evt-2Rejected/);
  });

  it('are marked as tests if they used a test key', async () => {
    const event = {
      event_name: 'payrun.tried',
      source_type: 'payroll',
      timestamp: now(),
      result: 'SUCCESS',
      severity_text: 'INFO',
      message: 'Only a try',
    };
    const row = {
      id: 'test-1',
      published_at: now(),
      integration_id: 3,
      integration: 'Payroll',
      organization: 'Northwind',
      event_id: 'evt-9',
      rejection: null,
      event,
      value: '{}',
    };
    showConnect({}, [], { 'GET /events/test': () => ({ data: [row], count: 1 }) });
    expect(await items()).toEqual([expect.stringMatching(/^payrun\.triedAcceptedTestOnly a try/)]);
    expect(screen.getByText(/^Received .*, would be listed \(test\)$/)).toBeTruthy();
  });

  it('reload if the live feed cannot resume, and show at most five events', async () => {
    const rows = Array.from({ length: 4 }, (_, offset) => eventAt(offset));
    const { live } = showConnect({}, [], {
      'GET /events': ({ searchParams }) => listOf(searchParams.has('where') ? rows : [], new URLSearchParams()),
    });
    await waitFor(async () => expect(await items()).toHaveLength(4));
    rows.push(eventAt(4), eventAt(5), eventAt(6));
    await live.reset();
    await waitFor(async () => expect((await items())[0]).toMatch(/^payrun\.6/));
    expect(await items()).toHaveLength(5);
    expect(live.subscriptions).toHaveLength(2);
  });
});
