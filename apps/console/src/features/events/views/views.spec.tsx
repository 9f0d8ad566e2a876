import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Usertype } from '@portico/contracts/common/roles';
import type { View } from '@portico/contracts/http/views';
import { fakeEvents } from '../../../testing/fake-events.ts';
import { createFakeRows } from '../../../testing/fake-rows.ts';
import { eventAt } from '../../../testing/fixtures.ts';
import { refusalOf } from '../../../testing/refusal.ts';
import type { Answer } from '../../../testing/fake-network.ts';
import { viewOf, viewsOf } from '../../../testing/view.ts';
import { renderConsole } from '../../../testing/render-console.tsx';
import { readEventsSearch } from '../events-search.ts';
import { isView, toViewSearch } from './view-search.ts';

const show = async (path: string, views: View[], more: Record<string, Answer> = {}, usertype: Usertype = 'ADMIN') => {
  const { api, sent } = createFakeRows('/views', 'PATCH', views, viewOf);
  const rows = Array.from({ length: 3 }, (_, offset) => eventAt(offset));
  const list: Answer = () => viewsOf(views);
  const console = renderConsole({
    path,
    usertype,
    api: { ...fakeEvents(rows), ...api, 'GET /views': list, ...more },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Views' }));
  return { ...console, sent, panel: within(await screen.findByRole('dialog', { name: 'Views' })) };
};

type Panel = Awaited<ReturnType<typeof show>>['panel'];
const choose = async (panel: Panel, name: string, action: string) => {
  await userEvent.click(await panel.findByRole('button', { name: `More for ${name}` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: action }));
};

describe('saved views', () => {
  it('are saved without the page number and the open event, and can be applied', async () => {
    const { sent, panel, location } = await show('/dashboard?status=FAILURE&range=24h&page=2', [
      viewOf(1, { name: 'Payroll', search: { integration: 'Payroll', unknown: 'x' } }),
    ]);
    await userEvent.type(await panel.findByRole('textbox', { name: 'Name of the view' }), 'Failures of a day');
    await userEvent.click(panel.getByRole('button', { name: 'Save view' }));
    const saved = await panel.findByRole('button', { name: 'Failures of a day' });
    expect(sent).toEqual([
      { name: 'POST /views', body: { name: 'Failures of a day', search: { status: 'FAILURE', range: '24h' } } },
    ]);
    expect(saved.getAttribute('aria-current')).toBe('true');
    await userEvent.click(panel.getByRole('button', { name: 'Payroll' }));
    await waitFor(() => expect(location()).toBe('/dashboard?integration=Payroll'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('are renamed, and deleted after a confirmation', async () => {
    const views = [viewOf(1, { name: 'Payroll' })];
    const { sent, panel } = await show('/dashboard', views);
    await choose(panel, 'Payroll', 'Rename');
    await userEvent.type(await panel.findByRole('textbox', { name: 'New name of Payroll' }), ' runs{Enter}');
    await panel.findByRole('button', { name: 'Payroll runs' });
    await choose(panel, 'Payroll runs', 'Delete');
    const question = within(await screen.findByRole('alertdialog', { name: 'Deleting view' }));
    expect(question.getByText('view Payroll runs will be deleted permanently.')).toBeTruthy();
    await userEvent.click(question.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(sent.map(({ name }) => name)).toEqual(['PATCH /views/1', 'DELETE /views/1']);
  });

  it('keep the typed name and show the reason if the server rejects it', async () => {
    const { panel } = await show('/dashboard', [], {
      'POST /views': () => refusalOf(409, 'already_exists', 'You already have a view with this name'),
    });
    await panel.findByText(/Save the current filters/);
    await userEvent.type(panel.getByRole('textbox', { name: 'Name of the view' }), 'Mine{Enter}');
    await panel.findByText('You already have a view with this name');
    expect(panel.getByRole<HTMLInputElement>('textbox', { name: 'Name of the view' }).value).toBe('Mine');
  });
});

describe('shared views', () => {
  const MEMBERSHIPS = {
    'GET /users/organizations': () => ({
      data: [
        { organization: { id: 4, name: 'Northwind' }, approved: true, role: 'manager' },
        { organization: { id: 5, name: 'Acme' }, approved: true, role: 'viewer' },
      ],
      count: 2,
    }),
  };

  it("are shared by a manager with the manager's organization", async () => {
    const { sent, panel } = await show('/dashboard', [viewOf(1, { name: 'Payroll' })], MEMBERSHIPS, 'CLIENT');
    await choose(panel, 'Payroll', 'Share…');
    const dialog = within(await screen.findByRole('dialog', { name: 'Share Payroll' }));
    expect(dialog.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
    await userEvent.click(dialog.getByRole('button', { name: /Shared with/ }));
    const options = await screen.findAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual(['Only you', 'Northwind']);
    await userEvent.click(screen.getByRole('option', { name: 'Northwind' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Share Payroll' })).toBeNull());
    expect(sent).toEqual([{ name: 'PATCH /views/1', body: { sharedWith: 4 } }]);
  });

  it('show the organization that sees them, and can be pinned and hidden but not changed by users who do not own them', async () => {
    const sharedView = { isOwn: false, mayChange: false, sharedWith: 4, organization: 'Northwind' };
    const placed: unknown[] = [];
    const { panel } = await show('/dashboard', [viewOf(1, { name: 'Payroll', ...sharedView })], {
      'PUT /views/1/place': (_, { body }) => {
        placed.push(JSON.parse(typeof body === 'string' ? body : ''));
        return new Response(null, { status: 204 });
      },
    });
    const row = await panel.findByRole('button', { name: /^Payroll/ });
    expect(row.textContent).toContain('Northwind');
    const pin = panel.getByRole('button', { name: 'Pin Payroll' });
    expect(pin.getAttribute('aria-pressed')).toBe('false');
    await userEvent.click(pin);
    await userEvent.click(panel.getByRole('button', { name: 'More for Payroll' }));
    const entries = await screen.findAllByRole('menuitem');
    expect(entries.map(({ textContent }) => textContent)).toEqual(['Alert me…', 'Hide']);
    await userEvent.click(screen.getByRole('menuitem', { name: 'Hide' }));
    await waitFor(() => expect(placed).toEqual([{ place: 'pinned' }, { place: 'hidden' }]));
  });

  it('can only be taken over or deleted if they have no owner', async () => {
    const since = { needsOwnerSince: '2026-01-01T00:00:00.000Z', responsible: { id: 8, name: 'Rita Removed' } };
    const views = [viewOf(1, { name: 'Payroll', sharedWith: 4, organization: 'Northwind', isOwn: false, ...since })];
    const { panel } = await show('/dashboard', views, {
      'POST /views/1/take-over': () => {
        views[0] = viewOf(1, { name: 'Payroll', sharedWith: 4, organization: 'Northwind' });
        return views[0];
      },
    });
    await panel.findByText(/Rita Removed can no longer be responsible. Other people no longer see the view/);
    expect(panel.queryByRole('button', { name: 'Pin Payroll' })).toBeNull();
    await userEvent.click(panel.getByRole('button', { name: 'More for Payroll' }));
    expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['Delete']);
    await userEvent.keyboard('{Escape}');
    await userEvent.click(panel.getByRole('button', { name: 'Take over' }));
    await panel.findByRole('button', { name: 'Pin Payroll' });
    expect(panel.queryByText(/Needs a new owner/)).toBeNull();
  });

  it('show why they cannot be pinned', async () => {
    const { panel } = await show('/dashboard', [viewOf(1, { name: 'Payroll' })], {
      'PUT /views/1/place': () => refusalOf(409, 'conflict', '8 views are pinned already. Unpin one first.'),
    });
    await userEvent.click(await panel.findByRole('button', { name: 'Pin Payroll' }));
    expect((await panel.findByRole('alert')).textContent).toBe('8 views are pinned already. Unpin one first.');
  });
});

describe('pinned views', () => {
  it('appear in the menu with their counts of events and failures', async () => {
    const views = [viewOf(1, { name: 'Payroll', search: { query: 'payrun' }, place: 'pinned' }), viewOf(2)];
    const rows = [eventAt(0, { result: 'FAILURE' }), eventAt(1), eventAt(2)];
    const { location } = renderConsole({
      path: '/dashboard',
      usertype: 'ADMIN',
      api: {
        ...fakeEvents(rows),
        'GET /views': () => viewsOf(views, { everything: 'listed', 'late-arrivals': 'hidden' }),
      },
    });
    const menu = within(await screen.findByRole('list', { name: 'Pinned views' }));
    for (const name of [
      /^Failures today ?: \d/,
      /^By integration ?: 0 events, 0 failed$/,
      /^Payroll ?: 3 events, 1 failed$/,
    ])
      await menu.findByRole('link', { name });
    expect(menu.getAllByRole('link')).toHaveLength(3);
    await userEvent.click(menu.getByRole('link', { name: /^Payroll/ }));
    await waitFor(() => expect(location()).toBe('/dashboard?query=payrun'));
  });
});

describe('a view', () => {
  it('preserves every filter of the list', () => {
    const search = {
      query: 'a',
      severity: 'ERROR',
      organization: '4',
      from: '2026-01-01T00:00:00.000Z',
      size: '100',
      columns: 'timestamp,event,details.amount.cents',
      density: 'comfortable',
      facets: 'shown',
    };
    expect(toViewSearch(readEventsSearch(search))).toEqual(search);
    expect(isView(search, readEventsSearch({ ...search, page: '3', open: `${'a'.repeat(32)}.1` }))).toBe(true);
    expect(isView(search, readEventsSearch({ ...search, query: 'b' }))).toBe(false);
    expect(isView(search, readEventsSearch({ ...search, columns: 'event' }))).toBe(false);
    expect(isView({ query: 'a' }, readEventsSearch({ query: 'a', columns: 'event' }))).toBe(true);
  });
});
