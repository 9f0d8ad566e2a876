import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { EventRow } from '@portico/contracts/http/events';
import { fakeEvents } from '../../../testing/fake-events.ts';
import { eventAt } from '../../../testing/fixtures.ts';
import { renderConsole } from '../../../testing/render-console.tsx';
import { eventKey } from '../events-search.ts';

const show = (path: string, rows: EventRow[]) => renderConsole({ path, usertype: 'ADMIN', api: fakeEvents(rows) });
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Event Details' }));
const linkTo = (event: EventRow, rest = '') => `/dashboard?open=${eventKey(event)}${rest}`;

describe('a value in the details', () => {
  const paid = eventAt(0, {
    details: { message: 'Paid', employee: { id: 'e-7' }, lines: [{ amount: 12.5 }], 'cost center': '7', note: '' },
  });
  const details = async () => within((await dialog()).getByRole('region', { name: 'Other details' }));
  const press = async (name: string) => userEvent.click((await details()).getByRole('button', { name }));

  it.each([
    ['Filter by this employee.id', 'details.employee.id:e-7'],
    ['Exclude this employee.id', '-details.employee.id:e-7'],
    ['Filter by this lines.amount', 'details.lines.amount:12.5'],
    ['Exclude this cost center', '-details."cost center":"7"'],
  ])('has the action %s', async (name, where) => {
    const { location } = show(linkTo(paid), [paid]);
    await press(name);
    await waitFor(() => expect(new URL(location(), 'http://test').searchParams.get('where')).toBe(where));
  });

  it('has only the copy action if no query can express it', async () => {
    show(linkTo(paid), [paid]);
    expect((await details()).getByRole('button', { name: 'Copy note' })).toBeTruthy();
    expect((await details()).queryByRole('button', { name: 'Filter by this note' })).toBeNull();
  });

  it('can be excluded in addition to the existing filter', async () => {
    const { location } = show(linkTo(paid, '&status=SUCCESS&where=-type%3Abanking'), [paid]);
    await press('Exclude this employee.id');
    await waitFor(() =>
      expect(location()).toBe('/dashboard?status=SUCCESS&where=-type%3Abanking+-details.employee.id%3Ae-7'),
    );
  });
});
