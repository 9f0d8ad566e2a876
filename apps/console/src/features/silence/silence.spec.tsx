import { describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Silence } from '@portico/contracts/http/silence';
import type { Answer } from '../../testing/fake-network.ts';
import { ago, overviewOf } from '../../testing/health.ts';
import { integrationOf } from '../../testing/integration.ts';
import { refusalOf } from '../../testing/refusal.ts';
import { renderConsole } from '../../testing/render-console.tsx';
import { livenessOf, PROFILE, silenceOf } from '../../testing/silence.ts';
import { silentOf, troubleOf, troublesOf } from '../../testing/trouble.ts';
import { slotNow, summaryOf } from './heat-map.tsx';

const show = (silence: Partial<Silence> = {}, api: Record<string, Answer> = {}) => {
  const bodies: unknown[] = [];
  const console = renderConsole({
    path: '/admin/integrations/3',
    usertype: 'ADMIN',
    api: {
      'GET /integrations/3': () => integrationOf(3),
      'GET /events/integrations/3/health': () => overviewOf(),
      'GET /silence/integrations/3': () => silenceOf(3, silence),
      'PUT /silence/integrations/3': (_, { body }) => {
        bodies.push(typeof body === 'string' && JSON.parse(body));
        return silenceOf(3, { expectation: { kind: 'every', minutes: 90 } });
      },
      ...api,
    },
  });
  return { ...console, bodies };
};
const section = async () => within(await screen.findByRole('region', { name: 'Usual week' }));

describe('the usual week of an integration', () => {
  it('appears as a chart with a text alternative, and frames the current hour', async () => {
    show({ lastArrivalAt: ago(3.5) });
    const week = await section();
    const map = week.getByRole('figure', {
      name: /^The usual week: Most on Tuesdays at 09:00, 14 an hour\. Nothing on Saturdays and Sundays\./,
    });
    expect(map.querySelectorAll('[data-now]')).toHaveLength(1);
    expect(map.querySelectorAll('[title]')).toHaveLength(168);
    expect(
      week.getByText(
        /The last event arrived 3 min ago\. If no event arrives by .*, the integration counts as silent\./,
      ),
    ).toBeTruthy();
    expect(week.getByText('Portico reports silence when about 24 events are missing.')).toBeTruthy();
    expect(week.queryByRole('button', { name: /normal/ })).toBeNull();
  });

  it('is hidden if every rate is too low to be visible', async () => {
    show({ profile: PROFILE.map(() => 0.001), expectation: { kind: 'every', minutes: 2 } });
    const week = await section();
    expect(week.getByText('The integration should send an event at least every 2 min.')).toBeTruthy();
    expect(week.queryByRole('figure')).toBeNull();
  });

  it.each<[string, number]>([
    ['2026-11-23T00:30:00Z', 1],
    ['2026-11-22T23:30:00Z', 0],
    ['2026-10-25T00:30:00Z', 146],
    ['2026-10-25T01:30:00Z', 146],
  ])('finds the current hour of a time zone at %s', (at, slot) => {
    expect(slotNow('Europe/Berlin', Date.parse(at))).toBe(slot);
  });

  it('describes its values in a sentence', () => {
    expect(summaryOf(PROFILE.map(() => 2))).toBe('Most on Mondays at 00:00, 2.0 an hour.');
  });

  it.each<[string, Partial<Silence>, RegExp]>([
    ['quiet', { state: 'quiet', lastArrivalAt: ago(300), expected: 12 }, /^Quiet for 5 h, usually 12 events by now\.$/],
    [
      'silent',
      { state: 'silent', lastArrivalAt: ago(26 * 60), expected: 31.4 },
      /^Silent since \w{3} \d\d:\d\d [AP]M, about 31 expected\.$/,
    ],
    [
      'silent if little is known about its week',
      { state: 'silent', lastArrivalAt: ago(26 * 60), expected: 0.1 },
      /^Silent since \w{3} \d\d:\d\d [AP]M\.$/,
    ],
    [
      'learning',
      { state: 'learning', profile: null, threshold: null, dueAt: null },
      /needs two weeks to learn the usual pattern/,
    ],
    ['irregular', { state: 'irregular', dueAt: null }, /cannot detect silence/],
    ['off', { state: 'off', dueAt: null }, /No events are expected/],
    ['paused', { state: 'paused', pausedUntil: ago(-60) }, /^Paused until \w{3} \d\d:\d\d [AP]M\.$/],
  ])('shows that the integration is %s', async (_, change, text) => {
    show(change);
    expect((await section()).getByText(text)).toBeTruthy();
  });

  it('lets managers mark silence as normal', async () => {
    const { bodies } = show({ state: 'silent', lastArrivalAt: ago(26 * 60) });
    const week = await section();
    await userEvent.click(week.getByRole('button', { name: 'This silence is normal for Payroll' }));
    await waitFor(() => expect(bodies).toEqual([{ isNormal: true }]));
  });

  it('lets managers pause the integration in a dialog', async () => {
    const { bodies } = show({ state: 'silent', lastArrivalAt: ago(26 * 60) });
    await userEvent.click((await section()).getByRole('button', { name: 'Pause until… Payroll' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Pause Payroll' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Pause' }));
    await waitFor(() => expect(bodies).toEqual([{ pausedUntil: expect.stringMatching(/^\d{4}-/) }]));
    expect(Date.parse((bodies[0] as { pausedUntil: string }).pausedUntil)).toBeGreaterThan(Date.now());
  });

  it('lists gaps marked as normal, which can be unmarked', async () => {
    const from = '2026-11-20T08:00:00.000Z';
    const { bodies } = show({ normal: [{ from, to: '2026-11-22T08:00:00.000Z', at: ago(5), by: 'Mara Manager' }] });
    const week = await section();
    expect(week.getByText('Gaps marked as normal')).toBeTruthy();
    expect(week.getByText(/is normal, marked by Mara Manager/)).toBeTruthy();
    await userEvent.click(week.getByRole('button', { name: /^Forget the silence from/ }));
    await waitFor(() => expect(bodies).toEqual([{ forget: [from] }]));
  });

  it("shows the server's error about a changed expectation", async () => {
    const message = 'Cron should be five fields';
    let refused = 0;
    show(
      {},
      {
        'PUT /silence/integrations/3': () => {
          refused += 1;
          return refusalOf(400, 'validation_failed', message, [{ pointer: '/expectation/cron', message }]);
        },
      },
    );
    await userEvent.click((await section()).getByRole('button', { name: 'Change the expectation' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Expected events of Payroll' }));
    await userEvent.click(dialog.getByRole('button', { name: /Expected/ }));
    await userEvent.click(await screen.findByRole('option', { name: 'An event at fixed times' }));
    const times = dialog.getByRole('textbox', { name: 'Times, as in crontab' });
    await userEvent.clear(times);
    await userEvent.type(times, 'soon');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText(message)).toBeTruthy();
    expect(refused).toBe(1);
  });

  it('is hidden if the integration is unknown', async () => {
    show({}, { 'GET /silence/integrations/3': () => refusalOf(404, 'not_found', 'The integration was not found') });
    await screen.findByRole('figure', { name: /Events per/ });
    expect(screen.queryByRole('region', { name: 'Usual week' })).toBeNull();
  });
});

describe('the silence of an integration', () => {
  const showEpisodes = (canChange: boolean, usertype: 'ADMIN' | 'CLIENT' = 'CLIENT', path = '/episodes') =>
    renderConsole({
      path,
      usertype,
      api: {
        'GET /episodes': () => ({ data: [], count: 0 }),
        'GET /trouble': () => {
          const silence = livenessOf(3, { state: 'silent', lastArrivalAt: ago(26 * 60), canChange });
          return troublesOf(silentOf(3, { silence }), troubleOf(5, { integration: 'Banking' }));
        },
      },
    });

  it('appears to customers as a plain sentence, with actions for managers', async () => {
    showEpisodes(true);
    const list = within(await screen.findByRole('list', { name: 'Integrations with problems' }));
    expect(
      list.getByText(/^Payroll has sent no events since \w+day \d\d:\d\d [AP]M\. Usually it would have\.$/),
    ).toBeTruthy();
    await list.findAllByRole('button');
    expect(list.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Pause until…',
      'This silence is normal',
    ]);
  });

  it('is read-only for members who are not managers', async () => {
    showEpisodes(false);
    const list = within(await screen.findByRole('list', { name: 'Integrations with problems' }));
    expect(list.queryAllByRole('button')).toEqual([]);
  });

  it('has its own tab for administrators, with links to the usual week', async () => {
    showEpisodes(true, 'ADMIN', '/silence');
    const list = within(await screen.findByRole('list', { name: 'Silent integrations' }));
    expect(list.getAllByRole('listitem')).toHaveLength(1);
    const link = list.getByRole('link', { name: 'Usual week of Payroll' });
    expect(link.getAttribute('href')).toBe('/admin/integrations/3');
    expect(list.getAllByRole('button')).toHaveLength(2);
  });

  it('shows a message if no integration is silent, or if loading fails', async () => {
    renderConsole({ path: '/silence', usertype: 'ADMIN', api: { 'GET /trouble': () => troublesOf() } });
    expect(await screen.findByText('Every integration sends as usual.')).toBeTruthy();
    cleanup();
    renderConsole({
      path: '/silence',
      usertype: 'ADMIN',
      api: { 'GET /trouble': () => refusalOf(500, 'internal', 'x') },
    });
    expect(await screen.findByText('Silent integrations could not be loaded')).toBeTruthy();
  });
});
