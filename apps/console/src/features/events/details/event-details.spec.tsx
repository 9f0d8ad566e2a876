import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { EventRow } from '@portico/contracts/http/events';
import { fakeEvents } from '../../../testing/fake-events.ts';
import { eventAt } from '../../../testing/fixtures.ts';
import { renderConsole } from '../../../testing/render-console.tsx';
import { eventKey } from '../events-search.ts';
import { eventText } from './exact-json.ts';

const ROWS = Array.from({ length: 12 }, (_, offset) => eventAt(offset));
const EVENTS = Array.from({ length: 52 }, (_, offset) => eventAt(offset));
const TRACE = 'ab'.repeat(16);

const show = (path: string, rows: EventRow[]) => renderConsole({ path, usertype: 'ADMIN', api: fakeEvents(rows) });
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Event Details' }));
const linkTo = (event: EventRow, rest = '') => `/dashboard?open=${eventKey(event)}${rest}`;

describe('an event', () => {
  // spec: 2.38, 2.40, D.43
  it('opens by keyboard, offers support for a failure, and returns the focus', async () => {
    const failure = eventAt(0, { result: 'FAILURE', details: { message: 'Consent expired', bank: { status: 403 } } });
    const { location, calls } = show('/dashboard', [failure]);
    const opener = await screen.findByRole('button', { name: 'Payroll' });
    opener.focus();
    await userEvent.keyboard('{Enter}');
    const details = await dialog();
    for (const text of ['Payroll', failure.trace_id, 'failure', 'INFO', 'Consent expired', '403'])
      expect(details.getByText(text)).toBeTruthy();
    const mail = details.getByRole<HTMLAnchorElement>('link', { name: 'Support' }).href;
    expect(mail).toMatch(/^mailto:help@acme\.test\?/);
    expect(decodeURIComponent(mail)).toContain(failure.trace_id);
    expect(location()).toBe(linkTo(failure));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(opener));
    expect(location()).toBe('/dashboard');
    expect(calls.filter((call) => call.startsWith('GET /events?'))).toHaveLength(1);
  });

  it('shows and copies details as published if JavaScript would lose precision', async () => {
    const text =
      '{"message":"Paid","amount":9007199254740993,"zero":-0,"2":1.0,"1":{"__proto__":1e400},"list":[12345678901234567890]}';
    const event = eventAt(0, { details: { ...JSON.parse(text), message: 'Paid' }, details_text: text });
    show(linkTo(event, '&pane=json'), [event]);
    const json = within((await dialog()).getByRole('region', { name: 'Event as JSON' }));
    for (const number of ['9007199254740993', '-0', '1.0', '1e400', '12345678901234567890'])
      expect(json.getByText(number)).toBeTruthy();
    const names = json.getAllByText(/^(amount|zero|2|1|__proto__|list)$/).map((name) => name.textContent);
    expect(names).toEqual(['amount', 'zero', '2', '1', '__proto__', 'list']);
    expect(json.queryByText('details_text')).toBeNull();
    expect(eventText(event)).toContain(`"details": ${text}`);
  });

  it.each([true, false])('shows whether its sender is authenticated: sender_proven %s', async (sender_proven) => {
    const event = eventAt(0, { sender_proven });
    show(linkTo(event), [event]);
    const details = await dialog();
    await details.findByText(event.trace_id);
    expect(details.queryAllByText('Sender not proven')).toHaveLength(sender_proven ? 0 : 1);
  });

  it('has buttons that filter the list by a value of the event', async () => {
    const subjectEvent = eventAt(1, { subject: 'order 7' });
    const { location, calls } = show(linkTo(subjectEvent), [eventAt(0), subjectEvent]);
    await userEvent.click((await dialog()).getByRole('button', { name: 'Filter by this subject' }));
    await waitFor(() => expect(location()).toContain('subject=order+7'));
    await waitFor(() => expect(calls.some((call) => /^GET \/events\?.*subject=order(\+|%20)7/.test(call))).toBe(true));
  });

  // spec: 2.40
  it('opens by its link on any page of the list, and offers no support for a success', async () => {
    show(linkTo(eventAt(0)), ROWS);
    await (await dialog()).findByText('Run 0 is done');
    expect(screen.queryByRole('link', { name: 'Support' })).toBeNull();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next event' }).disabled).toBe(true);
  });

  it('requests its trace after a delay if the event just arrived live', async () => {
    const { live, calls } = show('/dashboard', ROWS);
    await screen.findByText('payrun.11');
    const isRequested = () => calls.some((call) => call.startsWith('GET /events/traces/'));
    // An arrival time in the future must not prolong the wait.
    const published_at = new Date(Date.now() + 3_600_000).toISOString();
    await live.send({ rows: [eventAt(12, { stored_at: null, published_at })], skipped: 0, cursor: '0:12' });
    await userEvent.click(await screen.findByText('payrun.12'));
    await (await dialog()).findByText('Run 12 is done');
    expect(isRequested()).toBe(false);
    await waitFor(() => expect(isRequested()).toBe(true));
  });

  it('shows an error if it no longer exists', async () => {
    show(linkTo(eventAt(99)), ROWS);
    expect(await screen.findByText('Event not found')).toBeTruthy();
  });

  it('links to the next and previous event across pages, by button and key', async () => {
    const { location } = show(linkTo(eventAt(2)), EVENTS);
    await (await dialog()).findByText('Run 2 is done');
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next event' }).disabled).toBe(false),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Next event' }));
    await (await dialog()).findByText('Run 1 is done');
    expect(location()).toContain(`open=${eventKey(eventAt(1))}&page=2`);
    await userEvent.keyboard('j');
    await (await dialog()).findByText('Run 0 is done');
    await userEvent.keyboard('k');
    await userEvent.keyboard('k');
    await (await dialog()).findByText('Run 2 is done');
    expect(location()).toBe(linkTo(eventAt(2)));
  });
});

describe('two events with the same id', () => {
  const shared = { id: 'run', trace_id: TRACE };
  const northwinds = eventAt(0, shared);
  const contosos = eventAt(1, { ...shared, source_id: 5, organization_id: 6, organization: 'Contoso' });
  const listed = async () => {
    const table = within(await screen.findByRole('table', { name: 'Integration Events' }));
    return table.findAllByText(/^(Northwind|Contoso)$/);
  };
  const opensEach = async (location: () => string) => {
    for (const [event, message] of [
      [northwinds, 'Run 0 is done'],
      [contosos, 'Run 1 is done'],
    ] as const) {
      await userEvent.click(await screen.findByText(event.event_name));
      const details = await dialog();
      await details.findByText(message);
      expect(details.getByText(String(event.organization))).toBeTruthy();
      expect(location()).toBe(linkTo(event));
      await userEvent.click(details.getByRole('radio', { name: 'Trace (2)' }));
      const line = within(await screen.findByRole('list', { name: 'Trace' })).getAllByRole('button');
      const current = line.filter((button) => button.getAttribute('aria-current') === 'true');
      expect(current.map(({ textContent }) => textContent)).toEqual([expect.stringContaining(event.event_name)]);
      await userEvent.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
  };

  it('are two rows of the list with separate details', async () => {
    const { location } = show('/dashboard', [northwinds, contosos]);
    expect(await listed()).toHaveLength(2);
    await opensEach(location);
  });

  it('are two rows with separate details even if one event arrives live', async () => {
    const rows = [northwinds];
    const { live, location } = show('/dashboard', rows);
    expect(await listed()).toHaveLength(1);
    rows.push(contosos);
    await live.send({ rows: [contosos], skipped: 0, cursor: '0:1' });
    expect((await listed()).map(({ textContent }) => textContent)).toEqual(['Contoso', 'Northwind']);
    await opensEach(location);
  });

  it('both match a link without an integration, which keeps showing the first event that it matched', async () => {
    const { live } = show(`/dashboard?open=${TRACE}.run`, [northwinds]);
    await (await dialog()).findByText('Run 0 is done');
    await live.send({ rows: [contosos], skipped: 0, cursor: '0:1' });
    expect((await dialog()).getByText('Run 0 is done')).toBeTruthy();
  });
});

describe('the details of an event', () => {
  it('show when the event happened, arrived and was stored, and mark late arrivals', async () => {
    const late = eventAt(0, { published_at: '2026-01-01T02:00:00.000Z', stored_at: null });
    show(linkTo(late), [late]);
    const details = await dialog();
    expect(details.getByText('2 h late')).toBeTruthy();
    expect(details.getByText('Occurred').nextSibling?.textContent).toContain('00.000');
    expect(details.getByText('Stored').nextSibling?.textContent).toContain('Not stored yet');
  });

  it('have buttons that copy an id, copy the event, and filter the list by a value', async () => {
    const user = userEvent.setup();
    const { location } = show(linkTo(eventAt(3)), ROWS);
    const details = await dialog();
    await user.click(details.getByRole('button', { name: 'Copy trace id' }));
    expect(await navigator.clipboard.readText()).toBe(eventAt(3).trace_id);
    await user.click(details.getByRole('button', { name: 'Copy event' }));
    expect(JSON.parse(await navigator.clipboard.readText())).toEqual(eventAt(3));
    await user.click(details.getByRole('button', { name: 'Filter by this event' }));
    await waitFor(() => expect(location()).toBe('/dashboard?event=payrun.3'));
  });

  it('show the whole event as JSON', async () => {
    show(linkTo(eventAt(3), '&pane=json'), ROWS);
    const json = within((await dialog()).getByRole('region', { name: 'Event as JSON' }));
    expect(json.getByText('"payrun.3"')).toBeTruthy();
    expect(json.getByRole('button', { name: 'Filter by this trace_id' })).toBeTruthy();
    expect(json.getByRole('button', { name: 'Copy timestamp' })).toBeTruthy();
    expect(json.queryByRole('button', { name: 'Filter by this timestamp' })).toBeNull();
  });
});

describe('the trace', () => {
  it('shows every event on a timeline, and links them', async () => {
    const rows = [
      eventAt(0, { trace_id: TRACE }),
      eventAt(3, { trace_id: TRACE, source_id: 5, result: 'FAILURE' }),
      eventAt(4),
    ];
    const { location } = show(`/dashboard?open=${TRACE}.event-0&pane=trace`, rows);
    const line = within(await screen.findByRole('list', { name: 'Trace' }));
    const events = line.getAllByRole('button');
    expect(events.map((event) => event.textContent)).toEqual([
      expect.stringMatching(/^\+0 ms.*payrun\.0/),
      expect.stringMatching(/^\+3 s.*payrun\.3.*failure/),
    ]);
    expect(screen.getByText(/2 events · over 3 s · 2 integrations · 1 failed/)).toBeTruthy();
    expect(events.map((event) => event.getAttribute('aria-current'))).toEqual(['true', null]);
    await userEvent.click(line.getByText('payrun.3'));
    await waitFor(() => expect(location()).toContain(`open=${TRACE}-5.event-3&pane=trace`));
    await userEvent.click(screen.getByRole('button', { name: 'Show in the list' }));
    await waitFor(() => expect(location()).toBe(`/dashboard?trace=${TRACE}`));
  });

  it('shows long times without an event', async () => {
    const rows = [0, 1, 9].map((offset) => eventAt(offset, { trace_id: TRACE }));
    show(`/dashboard?open=${TRACE}.event-0&pane=trace`, rows);
    const line = within(await screen.findByRole('list', { name: 'Trace' }));
    expect(line.getAllByRole('listitem').map((item) => /8 s without an event/.test(item.textContent))).toEqual([
      false,
      false,
      true,
    ]);
  });
});
