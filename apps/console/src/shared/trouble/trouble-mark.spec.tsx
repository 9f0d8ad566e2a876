import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { Episode } from '@portico/contracts/http/episodes';
import type { Trouble } from '@portico/contracts/http/trouble';
import { eventKey } from '../../features/events/events-search.ts';
import { episodeOf } from '../../testing/episode.ts';
import { fakeEvents } from '../../testing/fake-events.ts';
import type { Answer } from '../../testing/fake-network.ts';
import { createFakeRows } from '../../testing/fake-rows.ts';
import { eventAt } from '../../testing/fixtures.ts';
import { ago, overviewOf } from '../../testing/health.ts';
import { integrationOf } from '../../testing/integration.ts';
import { renderConsole } from '../../testing/render-console.tsx';
import { answeringTrouble, troubleOf } from '../../testing/trouble.ts';

/** Responds with the server's live episodes of the requested integration and event. */
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

describe('the trouble mark of an integration', () => {
  const list = (...rows: Trouble[]) => {
    const { api } = createFakeRows('/integrations', 'PATCH', [integrationOf(20), integrationOf(21)], integrationOf);
    return renderConsole({
      path: '/admin/integrations',
      usertype: 'ADMIN',
      api: { ...api, 'GET /trouble': answeringTrouble(...rows) },
    });
  };

  it('appears in the list, and links to its episode', async () => {
    list(troubleOf(20));
    const mark = await screen.findByRole('link', { name: 'Failing for 2 h 14 min' });
    expect(mark.getAttribute('href')).toBe('/episodes/9');
    expect(within(screen.getByRole('row', { name: /Payroll 20/ })).getByText(/Failing for/)).toBe(mark.firstChild);
    expect(within(screen.getByRole('row', { name: /Payroll 21/ })).queryByText(/Failing for/)).toBeNull();
  });

  it("links to all of the integration's episodes if there are several, and marks episodes below the threshold", async () => {
    const below = episodeOf(10, { integrationId: 21, troubleAt: null });
    list(troubleOf(20, {}, [episodeOf(8), episodeOf(9)]), troubleOf(21, {}, [below]));
    const mark = await screen.findByRole('link', { name: 'Failing for 2 h 14 min' });
    expect(mark.getAttribute('href')).toBe('/episodes?integration=20');
    expect(screen.getByRole('link', { name: 'Below the threshold' }).getAttribute('href')).toBe('/episodes/10');
  });

  it("appears on the integration's page, with its episodes and their assignees", async () => {
    renderConsole({
      path: '/admin/integrations/3',
      usertype: 'ADMIN',
      api: {
        'GET /integrations/3': () => integrationOf(3),
        'GET /events/integrations/3/health': () => overviewOf(),
        'GET /trouble': answeringTrouble(troubleOf(3, { episodeCount: 7 }), troubleOf(4)),
      },
    });
    const items = within(await screen.findByRole('list', { name: 'Problems of this integration' }));
    expect(items.getAllByRole('listitem')).toHaveLength(3);
    expect(items.getByText('Payroll has been failing for 2 h 14 min')).toBeTruthy();
    expect(items.getByRole('link', { name: /^payrun.completed of Payroll has been failing/ })).toBeTruthy();
    expect(items.getByText('not assigned')).toBeTruthy();
    expect(items.getByRole('link', { name: '6 more' }).getAttribute('href')).toBe('/episodes?integration=3');
  });
});

describe('the trouble mark of an event', () => {
  it.each([
    ['links a failure to its episode', {}, true],
    ['does not appear on a success', { result: 'SUCCESS' }, false],
    ['does not appear on a failure before the episode', { timestamp: ago(300) }, false],
    ['does not appear on a failure of another event name', { event_name: 'payrun.started' }, false],
  ] as const)('%s', async (_, change, isMarked) => {
    const event = eventAt(1, { event_name: 'payrun.completed', result: 'FAILURE', timestamp: ago(10), ...change });
    const { calls } = renderConsole({
      path: `/dashboard?open=${eventKey(event)}`,
      usertype: 'ADMIN',
      api: { ...fakeEvents([event]), 'GET /episodes': answering([episodeOf(9)]) },
    });
    const details = within(await screen.findByRole('dialog', { name: 'Event Details' }));
    await details.findByText(event.trace_id);
    // The console sends no request about a successful event, so the test has no request to wait for.
    if (event.result === 'FAILURE')
      await waitFor(() => expect(calls.join()).toContain(`GET /episodes?integration=3&event=${event.event_name}`));
    const mark = isMarked && (await details.findByRole('link', { name: 'This event is part of an episode' }));
    expect(mark ? mark.getAttribute('href') : details.queryByText('This event is part of an episode')).toBe(
      isMarked ? '/episodes/9' : null,
    );
  });
});
