import { describe, expect, it } from '@jest/globals';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeEvents } from '../../../testing/fake-events.ts';
import { eventAt } from '../../../testing/fixtures.ts';
import { renderConsole } from '../../../testing/render-console.tsx';
import { eventKey } from '../events-search.ts';

const dialog = async () => within(await screen.findByRole('dialog', { name: 'Event Details' }));

describe('a customer who opens an event', () => {
  // spec: D.84
  it('reads the message, meaning and advice, and can switch technical details on for later events', async () => {
    const failure = eventAt(0, {
      event_name: 'payment.submitted',
      result: 'FAILURE',
      details: { message: 'Payment exceeds the daily limit', error: { code: 'DAILY_LIMIT', retryable: false } },
    });
    const memberships = [{ organization: { id: 4, name: 'Northwind' }, approved: true, role: 'viewer' }];
    const open = (kept: Record<string, string> = {}) =>
      renderConsole({
        path: `/dashboard?open=${eventKey(failure)}`,
        usertype: 'CLIENT',
        kept,
        api: { ...fakeEvents([failure]), 'GET /users/organizations': () => ({ data: memberships, count: 1 }) },
      });
    open();
    let details = await dialog();
    for (const text of ['Payment exceeds the daily limit', /^Retrying will not help\. /])
      expect(await details.findByText(text)).toBeTruthy();
    expect(details.getAllByText('payment submitted')).toHaveLength(2);
    // The fields that every viewer sees.
    for (const text of ['Payroll', failure.trace_id, 'failure', 'INFO']) expect(details.getByText(text)).toBeTruthy();
    for (const text of [/DAILY_LIMIT/, 'Event id', 'Stored', 'Copy event', 'JSON', /^Trace \(/])
      expect(details.queryByText(text)).toBeNull();
    await userEvent.click(details.getByRole('button', { name: 'Technical details' }));
    for (const text of [/DAILY_LIMIT/, failure.id, 'Stored', 'JSON']) expect(details.getByText(text)).toBeTruthy();
    const storage = Object.fromEntries(Object.entries(localStorage));
    cleanup();
    open(storage);
    details = await dialog();
    expect(await details.findByText(/DAILY_LIMIT/)).toBeTruthy();
    expect(details.getByRole('button', { name: 'Technical details', pressed: true })).toBeTruthy();
  });
});
