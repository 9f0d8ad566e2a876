import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Episode } from '@portico/contracts/http/episodes';
import type { Usertype } from '@portico/contracts/common/roles';
import { closedOf, episodeOf } from '../../testing/episode.ts';
import type { Answer } from '../../testing/fake-network.ts';
import { eventAt, listOf } from '../../testing/fixtures.ts';
import { ago } from '../../testing/health.ts';
import { refusalOf } from '../../testing/refusal.ts';
import { bodyOf } from '../../testing/render-connect.tsx';
import { renderConsole } from '../../testing/render-console.tsx';

const LIVE = ['open', 'recovering'];
const FAILED = {
  event_name: 'payrun.completed',
  result: 'FAILURE',
  details: { message: 'Bank rejected the file' },
} as const;
/** Two failures of the episode, one failure of another event, and a success. */
const EVENTS = [
  eventAt(1, { ...FAILED, timestamp: ago(100) }),
  eventAt(2, { ...FAILED, timestamp: ago(50) }),
  eventAt(3, { ...FAILED, timestamp: ago(40), event_name: 'payrun.started' }),
  eventAt(4, { ...FAILED, timestamp: ago(30), result: 'SUCCESS' }),
];

const show = (
  episodes: Episode[],
  usertype: Usertype = 'ADMIN',
  path = '/episodes',
  api: Record<string, Answer> = {},
) =>
  renderConsole({
    path,
    usertype,
    api: {
      'GET /users/organizations': () => ({
        data: [{ organization: { id: 4, name: 'Northwind' }, approved: true, role: 'manager' }],
        count: 1,
      }),
      'GET /episodes': ({ searchParams }) => {
        const data = episodes.filter(({ state }) => LIVE.includes(state) === (searchParams.get('state') === 'live'));
        return { data, count: data.length };
      },
      'GET /events': ({ searchParams }) => listOf(EVENTS, searchParams),
      'GET /integrations': () => ({ data: [], count: 38 }),
      ...api,
    },
  });

const rows = async () => within(await screen.findByRole('list', { name: 'Episodes' })).findAllByRole('listitem');

describe('the screen of episodes', () => {
  it('marks episodes below the threshold, and shows how often an event failed recently', async () => {
    const impact = { failures: 1_204, share: 61.4, minutes: 10 };
    show([episodeOf(12, { impact }), episodeOf(13, { troubleAt: null, eventName: 'payrun.started' })]);
    const [trouble, below] = await rows();
    if (!trouble || !below) throw new Error('There are no two rows');
    expect(within(trouble).getByText('event failed 1,204 times in 10 min (61 %)')).toBeTruthy();
    expect(within(trouble).queryByText('Below the threshold')).toBeNull();
    expect(within(below).getByText('Below the threshold')).toBeTruthy();
  });

  it('shows the failing event, the duration, the number of failures, and the assignee', async () => {
    show([episodeOf(12)]);
    const [row] = await rows();
    if (!row) throw new Error('There is no row');
    expect(
      within(row)
        .getByRole('link', { name: 'payrun.completed of Payroll has been failing for 2 h 14 min' })
        .getAttribute('href'),
    ).toBe('/episodes/12');
    expect(await within(row).findByText('2 failures')).toBeTruthy();
    expect(within(row).getByText('not assigned')).toBeTruthy();
  });

  it('shows the same number of failures as the linked list of events', async () => {
    show([episodeOf(12)]);
    await userEvent.click(await screen.findByRole('link', { name: '2 failures' }));
    const table = within(await screen.findByRole('table', { name: /Integration Events/ }));
    await waitFor(() => expect(table.getAllByRole('row').slice(1)).toHaveLength(2));
  });

  it('lets an administrator acknowledge an episode, and undo the acknowledgement', async () => {
    const episode = episodeOf(12);
    show([episode], 'ADMIN', '/episodes', {
      'POST /episodes/12/acknowledge': () =>
        Object.assign(episode, { acknowledged: { by: { id: 7, name: 'Ada Lovelace' }, at: ago(0) } }),
      'POST /episodes/12/release': () => Object.assign(episode, { acknowledged: null }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Take it: payrun.completed of Payroll' }));
    expect(await screen.findByText('you took the episode')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Give it back: payrun.completed of Payroll' }));
    expect(await screen.findByText('not assigned')).toBeTruthy();
  });

  it('shows the reason if an acknowledgement fails', async () => {
    show([episodeOf(12)], 'ADMIN', '/episodes', {
      'POST /episodes/12/acknowledge': () => refusalOf(409, 'conflict', 'This problem is already over'),
    });
    await userEvent.click(await screen.findByRole('button', { name: /Take it/ }));
    expect(await screen.findByText('This problem is already over')).toBeTruthy();
  });

  it('mutes an episode for the chosen time', async () => {
    const sent: unknown[] = [];
    const episode = episodeOf(12);
    show([episode], 'ADMIN', '/episodes', {
      'POST /episodes/12/mute': (_, request) => {
        const mute = bodyOf(request) as { until: string };
        sent.push(Math.round((Date.parse(mute.until) - Date.now()) / 3_600_000));
        return Object.assign(episode, { mutedUntil: mute.until });
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: /^Mute…/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Mute payrun.completed of Payroll' }));
    await userEvent.click(dialog.getByRole('button', { name: /For how long/ }));
    await userEvent.click(await screen.findByRole('option', { name: '7 days' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Mute' }));
    expect(await screen.findByRole('button', { name: /^Unmute/ })).toBeTruthy();
    expect(sent).toEqual([7 * 24]);
  });

  it('lists past episodes with the reason why each episode closed', async () => {
    const { location } = show([closedOf(11), closedOf(10, { closeReason: 'integration_deleted' })]);
    await screen.findByText('No integration is failing.');
    await userEvent.click(screen.getByRole('radio', { name: 'Over' }));
    const [first, second] = await rows();
    expect(location()).toBe('/episodes?state=over');
    expect(first?.textContent).toMatch(/Failed .+ – .+, recovered by itself/);
    expect(second?.textContent).toMatch(/the integration was deleted/);
    expect(screen.queryByRole('button', { name: /Take it/ })).toBeNull();
  });

  it('refetches after a change', async () => {
    const episodes: Episode[] = [];
    const { live } = show(episodes);
    await screen.findByText('No integration is failing.');
    episodes.push(episodeOf(12));
    await waitFor(
      async () => {
        await live.change('episodes');
        expect(screen.queryByRole('list', { name: 'Episodes' })).not.toBeNull();
      },
      { timeout: 8_000 },
    );
  });

  it('shows a message if no event fails, and the number of monitored integrations', async () => {
    show([]);
    expect(await screen.findByText('No integration is failing.')).toBeTruthy();
    expect(await screen.findByText('38 integrations are monitored.')).toBeTruthy();
  });

  it('sends the filters in its URL to the server', async () => {
    const { calls, location } = show([episodeOf(12)], 'ADMIN', '/episodes?organization=4&integration=3');
    await rows();
    await userEvent.click(screen.getByRole('button', { name: 'Assigned to me' }));
    await waitFor(() => expect(location()).toBe('/episodes?organization=4&integration=3&assignee=me'));
    const requests = calls
      .filter((call) => call.startsWith('GET /episodes?'))
      .map((call) => new URLSearchParams(call.split('?')[1]));
    expect(Object.fromEntries(requests.at(-1) ?? [])).toMatchObject({
      organization: '4',
      integration: '3',
      assignee: 'me',
    });
  });

  it('shows an error if the episodes cannot be loaded', async () => {
    show([], 'ADMIN', '/episodes', { 'GET /episodes': () => refusalOf(503, 'unavailable', 'Not now') });
    expect(await screen.findByText('Episodes could not be loaded', {}, { timeout: 8_000 })).toBeTruthy();
  });
});
