import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Trouble } from '@portico/contracts/http/trouble';
import { closedOf, episodeOf } from '../../testing/episode.ts';
import { eventAt, listOf } from '../../testing/fixtures.ts';
import { ago } from '../../testing/health.ts';
import { refusalOf } from '../../testing/refusal.ts';
import { renderConsole } from '../../testing/render-console.tsx';
import { answeringTrouble, silentOf, troubleOf } from '../../testing/trouble.ts';
import { adviceOf } from './trouble-card.tsx';

const FAILED = { event_name: 'payment.submitted', result: 'FAILURE' } as const;
const EVENTS = [
  eventAt(1, { ...FAILED, timestamp: ago(100), details: { message: 'An earlier reason' } }),
  eventAt(2, {
    ...FAILED,
    timestamp: ago(5),
    details: { message: 'Union Harbor Bank refused access', error: { code: 'CONSENT_EXPIRED', retryable: false } },
  }),
];
const banking = (id: number, eventName: string) =>
  episodeOf(id, { integrationId: 3, integration: 'Banking', eventName, firstFailureAt: ago(134) });
const BANKING = troubleOf(3, { integration: 'Banking' }, [
  banking(9, 'payment.submitted'),
  banking(10, 'statement.requested'),
  banking(11, 'payment.settled'),
]);

const show = (rows: Trouble[], path = '/episodes') =>
  renderConsole({
    path,
    usertype: 'CLIENT',
    api: {
      'GET /users/organizations': () => ({
        data: [{ organization: { id: 4, name: 'Northwind' }, approved: true, role: 'manager' }],
        count: 1,
      }),
      'GET /trouble': answeringTrouble(...rows),
      'GET /episodes': () => ({ data: [closedOf(8)], count: 1 }),
      'GET /events': ({ searchParams }) => listOf(EVENTS, searchParams),
    },
  });
const cards = async () =>
  within(await screen.findByRole('list', { name: 'Integrations with problems' })).getAllByRole('listitem');

describe('the trouble screen of customers', () => {
  it('shows one card per integration: the newest reason, the failures, their start, and advice', async () => {
    show([BANKING, silentOf(6, { integration: 'Invoicing' })]);
    const [banks, invoicing, ...others] = await cards();
    if (!banks || !invoicing) throw new Error('There are no two cards');
    expect(others).toEqual([]);
    const card = within(banks);
    expect(await card.findByText('Union Harbor Bank refused access')).toBeTruthy();
    expect(card.getByRole('heading', { name: 'Banking has trouble delivering' })).toBeTruthy();
    expect(card.getByText('Code: CONSENT_EXPIRED')).toBeTruthy();
    expect(card.getByText(/^Trying again will not help\./)).toBeTruthy();
    expect(card.getByRole('link', { name: '2 failures' }).getAttribute('href')).toContain('status=FAILURE');
    expect(card.getByRole('link', { name: 'payment submitted' }).getAttribute('href')).toBe('/episodes/9');
    expect(card.getByRole('link', { name: 'statement requested' })).toBeTruthy();
    expect(banks.textContent).toMatch(/since .+ \(2 h ago\)/);
    expect(within(invoicing).getByRole('heading', { name: /^Invoicing has sent no events/ })).toBeTruthy();
    expect(card.getByRole('link', { name: 'Ask support about Banking' }).getAttribute('href')).toMatch(/^mailto:/);
  });

  it('has no acknowledge button', async () => {
    show([BANKING]);
    await cards();
    expect(screen.queryByRole('button', { name: /Take it|Assigned to me/ })).toBeNull();
  });

  it.each([
    ['is retryable', { message: '', code: null, isRetryable: true }, /^This problem usually ends without action/],
    ['is not retryable', { message: '', code: null, isRetryable: false }, /^Trying again will not help/],
    [
      'does not report whether it is retryable',
      { message: '', code: null, isRetryable: null },
      /^If the problem lasts/,
    ],
  ])('explains what to do if the failure %s', (_, reason, text) => {
    expect(adviceOf({ level: 'failing', maintenance: null }, reason)).toMatch(text);
    const nothing = /You do not have to do anything/;
    expect(adviceOf({ level: 'recovering', maintenance: null }, reason)).toMatch(nothing);
    expect(adviceOf({ level: 'failing', maintenance: { until: ago(-5), reason: 'Upgrade' } }, reason)).toMatch(nothing);
  });

  it('shows a message if there is no trouble', async () => {
    show([]);
    expect(await screen.findByText('No integration is failing.')).toBeTruthy();
  });

  it('is filtered by integration, and lists past episodes', async () => {
    show([BANKING, silentOf(6, { integration: 'Invoicing' })], '/episodes?integration=6');
    await waitFor(async () => expect(await cards()).toHaveLength(1));
    await userEvent.click(screen.getByRole('radio', { name: 'Over' }));
    const over = within(await screen.findByRole('list', { name: 'Episodes' }));
    expect(over.getByText('Payroll had trouble delivering, and that is over.')).toBeTruthy();
  });

  it('shows an error if the trouble cannot be loaded', async () => {
    const { queryByText } = screen;
    renderConsole({
      path: '/episodes',
      usertype: 'CLIENT',
      api: { 'GET /trouble': () => refusalOf(503, 'unavailable', 'Not now') },
    });
    expect(await screen.findByText('Current problems could not be loaded', {}, { timeout: 8_000 })).toBeTruthy();
    expect(queryByText('No integration is failing.')).toBeNull();
  });
});
