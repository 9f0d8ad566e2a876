import { describe, expect, it } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { EventRow } from '@portico/contracts/http/events';
import { eventAt, listOf } from '../../testing/fixtures.ts';
import { renderConsole } from '../../testing/render-console.tsx';

const ROWS = Array.from({ length: 34 }, (_, offset) => eventAt(offset));

const show = () =>
  renderConsole({
    path: '/dashboard',
    usertype: 'ADMIN',
    api: { 'GET /events': (url) => listOf(ROWS, url.searchParams) },
  });
const eventNames = () =>
  within(screen.getByRole('table', { name: 'Integration Events' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[3]?.textContent);

describe('pausing', () => {
  const frame = (...rows: EventRow[]) => ({ rows, skipped: 0, cursor: `0:${rows.at(-1)?.position.offset}` });
  const button = (name: string) => screen.getByRole('button', { name });

  it('keeps the place, counts what comes, and goes on where it was, with the focus where it was', async () => {
    const { live } = show();
    await screen.findByText('payrun.33');
    await live.send(frame(eventAt(34)));
    live.become({ state: 'live' });
    button('Pause').focus();
    await userEvent.keyboard('{Enter}');
    expect(live.subscriptions.at(-1)).toMatchObject({ cursor: '0:34', isPaused: true });
    expect(document.activeElement).toBe(button('Resume'));
    expect(screen.getAllByText('Paused')[0]).toBeTruthy();
    await live.tally({ arrived: 37, failed: 4 });
    expect(screen.getByText('37 new, 4 failed')).toBeTruthy();
    expect(eventNames()[0]).toBe('payrun.34');
    await userEvent.keyboard('{Enter}');
    expect(live.subscriptions.at(-1)).toMatchObject({ cursor: '0:34', isPaused: false });
    await live.send(frame(eventAt(36), eventAt(35), eventAt(37)));
    expect(eventNames().slice(0, 4)).toEqual(['payrun.37', 'payrun.36', 'payrun.35', 'payrun.34']);
    expect(document.activeElement).toBe(button('Pause'));
    expect(screen.queryByText('37 new, 4 failed')).toBeNull();
  });

  it('counts nothing as new that is shown, though the cursor does not cover it yet', async () => {
    const { live } = show();
    await screen.findByText('payrun.33');
    await live.send({ rows: [eventAt(34), eventAt(35, { result: 'FAILURE' })], skipped: 0, cursor: '0:33' });
    await userEvent.click(button('Pause'));
    await live.tally({ arrived: 5, failed: 2 });
    expect(screen.getByText('3 new, 1 failed')).toBeTruthy();
  });

  it('comes with the space key, but not while somebody types or a control has the focus', async () => {
    show();
    await screen.findByText('payrun.33');
    await userEvent.keyboard(' ');
    expect(button('Resume')).toBeTruthy();
    await userEvent.keyboard(' ');
    expect(button('Pause')).toBeTruthy();
    await userEvent.type(screen.getByRole('searchbox'), 'a b');
    expect(button('Pause')).toBeTruthy();
  });

  it('comes with opening an event and ends with closing it, unless the viewer asked for it', async () => {
    const { live } = show();
    await userEvent.click(await screen.findByText('payrun.33'));
    await screen.findByRole('dialog', { name: 'Event Details' });
    expect(live.subscriptions.at(-1)).toMatchObject({ isPaused: true });
    await userEvent.keyboard('{Escape}');
    expect(live.subscriptions.at(-1)).toMatchObject({ isPaused: false });
    await userEvent.click(button('Pause'));
    await userEvent.click(screen.getByText('payrun.32'));
    await screen.findByRole('dialog', { name: 'Event Details' });
    await userEvent.keyboard('{Escape}');
    expect(live.subscriptions.at(-1)).toMatchObject({ isPaused: true });
  });

  it('comes with scrolling down and ends at the top', async () => {
    const { live } = show();
    await screen.findByText('payrun.33');
    const scrollTo = (y: number) =>
      act(() => {
        Object.defineProperty(window, 'scrollY', { value: y, configurable: true });
        document.dispatchEvent(new Event('scroll'));
      });
    scrollTo(400);
    expect(live.subscriptions.at(-1)).toMatchObject({ isPaused: true });
    expect(screen.getByText('Goes on at the top')).toBeTruthy();
    scrollTo(0);
    expect(live.subscriptions.at(-1)).toMatchObject({ isPaused: false });
    scrollTo(400);
    await userEvent.click(button('Resume'));
    scrollTo(500);
    expect(live.subscriptions.at(-1)).toMatchObject({ isPaused: false });
    scrollTo(0);
  });
});
