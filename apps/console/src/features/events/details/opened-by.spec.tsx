import { describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { EventRow } from '@portico/contracts/http/events';
import { fakeEvents } from '../../../testing/fake-events.ts';
import { eventAt } from '../../../testing/fixtures.ts';
import { renderConsole } from '../../../testing/render-console.tsx';
import { eventKey } from '../events-search.ts';

const dialog = async () => within(await screen.findByRole('dialog', { name: 'Event Details' }));
const linkTo = (event: EventRow) => `/dashboard?open=${eventKey(event)}`;

describe('an event', () => {
  it('shows its fields first, and then the other people who opened it', async () => {
    const event = eventAt(0);
    const opened: string[] = [];
    const answer = Promise.withResolvers<unknown>();
    const api = {
      ...fakeEvents([event]),
      'GET /events/openings': ({ searchParams }: URL) => {
        opened.push(searchParams.get('id') ?? '');
        return answer.promise;
      },
    };
    renderConsole({ path: linkTo(event), usertype: 'ADMIN', api });
    const details = await dialog();
    expect(await details.findByText(event.trace_id)).toBeTruthy();
    const at = '2026-11-21T10:00:00.000Z';
    answer.resolve({
      openedBy: [
        { email: 'maria@portico.test', role: 'VIEW', at },
        { email: null, role: 'CLIENT', at },
      ],
    });
    expect(await details.findByText('maria@portico.test (support)')).toBeTruthy();
    expect(details.getByText('a deleted person')).toBeTruthy();
    expect(opened).toEqual([event.id]);
  });

  it('is not recorded as opened by the viewer before it is stored', async () => {
    const event = eventAt(0, { stored_at: null });
    const { calls } = renderConsole({ path: linkTo(event), usertype: 'ADMIN', api: fakeEvents([event]) });
    await (await dialog()).findByText(event.trace_id);
    expect(calls.filter((call) => call.startsWith('GET /events/openings'))).toEqual([]);
  });
});
