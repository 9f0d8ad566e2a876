import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { View } from '@portico/contracts/http/views';
import { fakeEvents } from '../../../testing/fake-events.ts';
import { createFakeRows } from '../../../testing/fake-rows.ts';
import { eventAt } from '../../../testing/fixtures.ts';
import { refusalOf } from '../../../testing/refusal.ts';
import type { Answer } from '../../../testing/fake-network.ts';
import { renderConsole } from '../../../testing/render-console.tsx';
import { isView, ofViewSearch, toViewSearch } from './view-search.ts';

const viewOf = (id: number, values: object): View => ({
  name: 'View',
  search: {},
  createdAt: '2026-01-01T00:00:00.000Z',
  ...values,
  id,
});

const show = async (path: string, views: View[], more: Record<string, Answer> = {}) => {
  const { api, sent } = createFakeRows('/views', 'PATCH', views, viewOf);
  const rows = Array.from({ length: 3 }, (_, offset) => eventAt(offset));
  const list: Answer = () => ({ data: views, count: views.length });
  const console = renderConsole({
    path,
    usertype: 'ADMIN',
    api: { ...fakeEvents(rows), ...api, 'GET /views': list, ...more },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Views' }));
  return { ...console, sent, panel: within(await screen.findByRole('dialog', { name: 'Saved views' })) };
};

describe('saved views', () => {
  it('are saved without page and open event, and applied', async () => {
    const { sent, panel, location } = await show('/dashboard?status=FAILURE&range=24h&page=2', [
      viewOf(1, { name: 'Payroll', search: { integration: 'Payroll', unknown: 'x' } }),
    ]);
    await userEvent.type(await panel.findByRole('textbox', { name: 'Name of the view' }), 'Failures today');
    await userEvent.click(panel.getByRole('button', { name: 'Save view' }));
    const saved = await panel.findByRole('button', { name: 'Failures today' });
    expect(sent).toEqual([
      { name: 'POST /views', body: { name: 'Failures today', search: { status: 'FAILURE', range: '24h' } } },
    ]);
    expect(saved.getAttribute('aria-current')).toBe('true');
    await userEvent.click(panel.getByRole('button', { name: 'Payroll' }));
    await waitFor(() => expect(location()).toBe('/dashboard?integration=Payroll'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('are renamed, and deleted after a confirmation', async () => {
    const views = [viewOf(1, { name: 'Payroll' })];
    const { sent, panel } = await show('/dashboard', views);
    await userEvent.click(await panel.findByRole('button', { name: 'Rename Payroll' }));
    await userEvent.type(panel.getByRole('textbox', { name: 'New name of Payroll' }), ' runs{Enter}');
    await panel.findByRole('button', { name: 'Payroll runs' });
    await userEvent.click(panel.getByRole('button', { name: 'Delete Payroll runs' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Deleting view' }));
    expect(question.getByText('view Payroll runs will be deleted permanently.')).toBeTruthy();
    await userEvent.click(question.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(sent.map(({ name }) => name)).toEqual(['PATCH /views/1', 'DELETE /views/1']);
  });

  it('that are rejected keep their name and show the reason', async () => {
    const { panel } = await show('/dashboard', [], {
      'POST /views': () => refusalOf(409, 'already_exists', 'You have a view of this name'),
    });
    await panel.findByText(/Save the current filters/);
    await userEvent.type(panel.getByRole('textbox', { name: 'Name of the view' }), 'Mine{Enter}');
    await panel.findByText('You have a view of this name');
    expect(panel.getByRole<HTMLInputElement>('textbox', { name: 'Name of the view' }).value).toBe('Mine');
  });
});

describe('a view', () => {
  it('keeps every filter of the list', () => {
    const search = {
      query: 'a',
      severity: 'ERROR',
      organization: '4',
      from: '2026-01-01T00:00:00.000Z',
      size: '50',
    };
    expect(toViewSearch(ofViewSearch(search))).toEqual(search);
    expect(isView(search, ofViewSearch({ ...search, page: '3', open: `${'a'.repeat(32)}.1` }))).toBe(true);
    expect(isView(search, ofViewSearch({ ...search, query: 'b' }))).toBe(false);
  });
});
