import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { EventRow } from '@portico/contracts/http/events';
import { fakeEvents } from '../../../../testing/fake-events.ts';
import { eventAt } from '../../../../testing/fixtures.ts';
import { renderConsole } from '../../../../testing/render-console.tsx';
import { eventKey } from '../../events-search.ts';

const show = (path: string, rows: EventRow[]) => renderConsole({ path, usertype: 'ADMIN', api: fakeEvents(rows) });
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Event Details' }));
const linkTo = (event: EventRow, rest = '') => `/dashboard?open=${eventKey(event)}${rest}`;

describe('similar events', () => {
  const minutes = (count: number) => new Date(Date.UTC(2026, 0, 1, 12, count)).toISOString();
  const failed = (offset: number, change: Partial<EventRow> = {}) =>
    eventAt(offset, { event_name: 'payrun.failed', result: 'FAILURE', timestamp: minutes(offset), ...change });
  const neighbourEvents = Array.from({ length: 30 }, (_, index) =>
    eventAt(100 + index, {
      timestamp: new Date(Date.parse(minutes(40)) + (index < 15 ? index - 15 : index - 14) * 1_000).toISOString(),
    }),
  );
  const rows = [
    ...Array.from({ length: 8 }, (_, index) => failed(index)),
    failed(9, { source_id: 5 }),
    failed(10, { result: 'SUCCESS' }),
    ...neighbourEvents.slice(0, 15),
    failed(40),
    ...neighbourEvents.slice(15),
  ];
  const part = async (name: string) => within(await (await dialog()).findByRole('list', { name }));

  it('include recent failures of the same kind with their count, and open in the list', async () => {
    const { location } = show(linkTo(failed(40), '&pane=similar&query=failed'), rows);
    const similarRows = (await part('Same failure')).getAllByRole('button');
    expect(similarRows).toHaveLength(6);
    expect(similarRows.map((row) => row.getAttribute('aria-current'))).toEqual(['true', null, null, null, null, null]);
    const region = within((await dialog()).getByRole('region', { name: 'Same failure' }));
    expect(region.getByText('9 times in all')).toBeTruthy();
    await userEvent.click(region.getByRole('button', { name: 'Show in the list' }));
    await waitFor(() => expect(location()).toBe('/dashboard?status=FAILURE&integration=Payroll&event=payrun.failed'));
  });

  it('include other events that the integration published around the event', async () => {
    const { location } = show(linkTo(failed(40), '&pane=similar'), rows);
    const neighbours = (await part('Events around this one')).getAllByRole('button');
    expect(neighbours).toHaveLength(21);
    expect(neighbours.findIndex((row) => row.getAttribute('aria-current') === 'true')).toBe(10);
    expect(neighbours[9]?.textContent).toMatch(/^\+1 s/);
    expect(neighbours[20]?.textContent).toMatch(/^−10 s/);
    await userEvent.click((await part('Events around this one')).getByText('payrun.105'));
    await waitFor(() => expect(location()).toContain('open='.concat(neighbourEvents[5]?.trace_id ?? '')));
    expect(location()).toContain('pane=similar');
  });
});
