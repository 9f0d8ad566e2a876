import { describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { EventRow } from '@portico/contracts/http/events';
import { eventAt, listOf } from '../../testing/fixtures.ts';
import { renderConsole } from '../../testing/render-console.tsx';

const ROWS = Array.from({ length: 34 }, (_, offset) => eventAt(offset));

const show = (path = '/dashboard') =>
  renderConsole({
    path,
    usertype: 'ADMIN',
    api: { 'GET /events': (url) => listOf(ROWS, url.searchParams) },
  });
/** Waits until the open event has the focus. Before that, the page behind the event would get the Escape key. */
const openedEvent = async (): Promise<HTMLElement> => {
  const dialog = await screen.findByRole('dialog', { name: 'Event Details' });
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  return dialog;
};
const eventNames = () =>
  within(screen.getByRole('table', { name: 'Integration Events' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[3]?.firstElementChild?.textContent);

describe('a pause', () => {
  const frame = (...rows: EventRow[]) => ({ rows, skipped: 0, cursor: `0:${rows.at(-1)?.position.offset}` });
  const button = (name: string) => screen.getByRole('button', { name });

  it('leaves rows and focus in place, counts arrivals, and then inserts the arrived rows', async () => {
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

  it('excludes rows that the list already shows from the number of new rows', async () => {
    const { live } = show();
    await screen.findByText('payrun.33');
    await live.send({ rows: [eventAt(34), eventAt(35, { result: 'FAILURE' })], skipped: 0, cursor: '0:33' });
    await userEvent.click(button('Pause'));
    await live.tally({ arrived: 5, failed: 2 });
    expect(screen.getByText('3 new, 1 failed')).toBeTruthy();
  });

  it('starts with the space key, unless a field or control has the focus', async () => {
    show();
    await screen.findByText('payrun.33');
    await userEvent.keyboard(' ');
    expect(button('Resume')).toBeTruthy();
    await userEvent.keyboard(' ');
    expect(button('Pause')).toBeTruthy();
    await userEvent.type(screen.getByRole('combobox', { name: 'Search Events...' }), 'a b');
    expect(button('Pause')).toBeTruthy();
  });

  it('starts when an event opens, and ends when the event closes unless the viewer had paused before', async () => {
    const { live } = show();
    await userEvent.click(await screen.findByText('payrun.33'));
    await openedEvent();
    expect(live.subscriptions.at(-1)).toMatchObject({ isPaused: true });
    await userEvent.keyboard('{Escape}');
    expect(live.subscriptions.at(-1)).toMatchObject({ isPaused: false });
    await userEvent.click(button('Pause'));
    await userEvent.click(screen.getByText('payrun.32'));
    await openedEvent();
    await userEvent.keyboard('{Escape}');
    expect(live.subscriptions.at(-1)).toMatchObject({ isPaused: true });
  });

  it('starts when an event opens after a resume, and leaves the buttons for the next and previous event enabled', async () => {
    const { live } = show();
    await screen.findByText('payrun.33');
    await userEvent.click(button('Pause'));
    await userEvent.click(button('Resume'));
    await userEvent.click(screen.getByText('payrun.32'));
    const dialog = within(await openedEvent());
    expect(live.subscriptions.at(-1)).toMatchObject({ isPaused: true });
    expect(screen.getByText('Resumes when you close the event')).toBeTruthy();
    await live.tally({ arrived: 12, failed: 0 });
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Next event' }).disabled).toBe(false);
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Previous event' }).disabled).toBe(false);
  });

  it('starts with each opened event, even if the viewer resumed while the previous event was open', async () => {
    const { live } = show('/dashboard?open=00000000000000000000000000000021.event-33');
    await openedEvent();
    expect(live.subscriptions.at(-1)).toMatchObject({ isPaused: true });
    act(() => screen.getByRole('button', { name: 'Resume', hidden: true }).click());
    expect(live.subscriptions.at(-1)).toMatchObject({ isPaused: false });
    // The dialog takes the focus back from the Resume button behind the dialog.
    await openedEvent();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(live.subscriptions.at(-1)).toMatchObject({ isPaused: false });
    await userEvent.click(screen.getByText('payrun.32'));
    await waitFor(() => expect(live.subscriptions.at(-1)).toMatchObject({ isPaused: true }));
  });

  describe('with the keyboard focus on a row', () => {
    const isPaused = (live: ReturnType<typeof show>['live']) => live.subscriptions.at(-1)?.isPaused;

    it('keeps the row in place while rows arrive, and ends on blur', async () => {
      const { live } = show();
      await screen.findByText('payrun.33');
      await userEvent.keyboard('jj');
      expect(document.activeElement?.closest('tr')?.dataset['index']).toBe('1');
      expect(isPaused(live)).toBe(true);
      expect(screen.getByText('Resumes when you leave the row')).toBeTruthy();
      await live.tally({ arrived: 20, failed: 0 });
      expect(document.activeElement?.closest('tr')?.dataset['index']).toBe('1');
      expect(screen.getByRole('button', { name: '20 new' })).toBeTruthy();
      act(() => screen.getByRole('combobox', { name: 'Search Events...' }).focus());
      expect(isPaused(live)).toBe(false);
    });

    it('continues while an event is opened and closed from the row', async () => {
      const { live } = show();
      await screen.findByText('payrun.33');
      await userEvent.keyboard('j{Enter}');
      await openedEvent();
      const subscriptions = live.subscriptions.length;
      await userEvent.keyboard('{Escape}');
      await waitFor(() => expect(document.activeElement?.closest('tr')?.dataset['index']).toBe('0'));
      expect(live.subscriptions).toHaveLength(subscriptions);
      expect(isPaused(live)).toBe(true);
    });

    it('ends on a click outside the rows, on Resume, and when the row leaves the list', async () => {
      const { live, router } = show();
      await screen.findByText('payrun.33');
      await userEvent.keyboard('j');
      await userEvent.click(screen.getByRole('heading', { name: 'Integration Events' }));
      expect(isPaused(live)).toBe(false);
      await userEvent.keyboard('j');
      await userEvent.click(button('Resume'));
      expect(isPaused(live)).toBe(false);
      act(() => screen.getByRole('heading', { name: 'Integration Events' }).click());
      act(() => button('Pause').blur());
      await userEvent.keyboard('j');
      expect(isPaused(live)).toBe(true);
      await act(() => router.navigate({ to: '/dashboard', search: { query: 'payrun.1' } }));
      await waitFor(() => expect(eventNames()[0]).toBe('payrun.19'));
      await waitFor(() => expect(isPaused(live)).toBe(false));
    });
  });

  it('is not offered for a time range in the past', async () => {
    const { live, router } = show('/dashboard?from=2026-01-01T00:00:00.000Z&to=2026-01-01T00:00:20.000Z');
    await screen.findByText('payrun.19');
    live.become({ state: 'live' });
    const bar = within(screen.getByRole('region', { name: 'Live' }));
    expect(bar.getByText('Past range')).toBeTruthy();
    expect(bar.getByRole('status').textContent).toBe('The list shows a past range');
    expect(bar.queryByText('Live')).toBeNull();
    expect(bar.queryByRole('button')).toBeNull();
    await userEvent.keyboard(' ');
    expect(live.subscriptions.at(-1)).toMatchObject({ isPaused: false });
    await act(() => router.navigate({ to: '/dashboard', search: { from: '2026-01-01T00:00:00.000Z' } }));
    expect(await bar.findByText('Live')).toBeTruthy();
    expect(button('Pause')).toBeTruthy();
  });

  it('is no longer offered once the time range has ended', async () => {
    const end = new Date(Date.now() + 1_500).toISOString();
    show(`/dashboard?from=2026-01-01T00:00:00.000Z&to=${end}`);
    await screen.findByText('payrun.33');
    expect(await screen.findByText('Past range')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Pause' })).toBeNull();
  });

  it('starts when scrolling down and ends at the top', async () => {
    const { live } = show();
    await screen.findByText('payrun.33');
    const scrollTo = (y: number) =>
      act(() => {
        Object.defineProperty(window, 'scrollY', { value: y, configurable: true });
        document.dispatchEvent(new Event('scroll'));
      });
    scrollTo(400);
    expect(live.subscriptions.at(-1)).toMatchObject({ isPaused: true });
    expect(screen.getByText('Resumes when you scroll to the top')).toBeTruthy();
    scrollTo(0);
    expect(live.subscriptions.at(-1)).toMatchObject({ isPaused: false });
    scrollTo(400);
    await userEvent.click(button('Resume'));
    scrollTo(500);
    expect(live.subscriptions.at(-1)).toMatchObject({ isPaused: false });
    scrollTo(0);
  });
});
