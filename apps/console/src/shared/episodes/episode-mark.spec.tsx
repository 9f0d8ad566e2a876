import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { Episode } from '@portico/contracts/http/episodes';
import { eventKey } from '../../features/events/events-search.ts';
import { episodeOf } from '../../testing/episode.ts';
import { fakeEvents } from '../../testing/fake-events.ts';
import type { Answer } from '../../testing/fake-network.ts';
import { createFakeRows } from '../../testing/fake-rows.ts';
import { eventAt } from '../../testing/fixtures.ts';
import { ago, overviewOf } from '../../testing/health.ts';
import { integrationOf } from '../../testing/integration.ts';
import { renderConsole } from '../../testing/render-console.tsx';

/** The live episodes of the server, of the integration and event that are asked for. */
const answering =
  (episodes: Episode[]): Answer =>
  ({ searchParams }) => {
    const { integration, event } = Object.fromEntries(searchParams);
    const data = episodes.filter(
      (one) =>
        (integration === undefined || one.integrationId === Number(integration)) &&
        (event === undefined || one.eventName === event),
    );
    return { data, count: data.length };
  };

describe('the mark of an episode', () => {
  it('stands beside a failing integration in the list, and leads to its longest episode', async () => {
    const { api } = createFakeRows('/integrations', 'PATCH', [integrationOf(20), integrationOf(21)], integrationOf);
    const shorter = episodeOf(8, { integrationId: 20, firstFailureAt: ago(5), eventName: 'payrun.started' });
    const episodes = [shorter, episodeOf(9, { integrationId: 20 })];
    renderConsole({
      path: '/admin/integrations',
      usertype: 'ADMIN',
      api: { ...api, 'GET /episodes': answering(episodes) },
    });
    const mark = await screen.findByRole('link', { name: 'Failing for 2 h 14 min' });
    expect(mark.getAttribute('href')).toBe('/episodes/9');
    expect(within(screen.getByRole('row', { name: /Payroll 20/ })).getByText(/Failing for/)).toBe(mark.firstChild);
    expect(within(screen.getByRole('row', { name: /Payroll 21/ })).queryByText(/Failing for/)).toBeNull();
  });

  it('stands on the page of an integration, with who has it', async () => {
    renderConsole({
      path: '/admin/integrations/3',
      usertype: 'ADMIN',
      api: {
        'GET /integrations/3': () => integrationOf(3),
        'GET /events/integrations/3/health': () => overviewOf(),
        'GET /episodes': answering([episodeOf(9), episodeOf(10, { integrationId: 4 })]),
      },
    });
    const list = within(await screen.findByRole('list', { name: 'Episodes of this integration' }));
    expect(list.getAllByRole('listitem')).toHaveLength(1);
    expect(list.getByRole('link', { name: /^payrun.completed of Payroll has been failing/ })).toBeTruthy();
    expect(list.getByText('nobody has taken it')).toBeTruthy();
  });

  it.each([
    ['says of a failure that it is part of an episode', {}, true],
    ['says nothing of a success', { result: 'SUCCESS' }, false],
    ['says nothing of a failure before it began', { timestamp: ago(300) }, false],
    ['says nothing of a failure of another event', { event_name: 'payrun.started' }, false],
  ] as const)('%s', async (_, change, isMarked) => {
    const event = eventAt(1, { event_name: 'payrun.completed', result: 'FAILURE', timestamp: ago(10), ...change });
    const { calls } = renderConsole({
      path: `/dashboard?open=${eventKey(event)}`,
      usertype: 'ADMIN',
      api: { ...fakeEvents([event]), 'GET /episodes': answering([episodeOf(9)]) },
    });
    const details = within(await screen.findByRole('dialog', { name: 'Event Details' }));
    await details.findByText(event.trace_id);
    // A success asks nothing, and has nothing to wait for.
    if (event.result === 'FAILURE')
      await waitFor(() => expect(calls.join()).toContain(`GET /episodes?integration=3&event=${event.event_name}`));
    const mark = isMarked && (await details.findByRole('link', { name: 'Part of an episode' }));
    expect(mark ? mark.getAttribute('href') : details.queryByText('Part of an episode')).toBe(
      isMarked ? '/episodes/9' : null,
    );
  });
});
