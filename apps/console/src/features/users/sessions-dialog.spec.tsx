import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { SessionRow } from '@portico/contracts/http/sessions';
import { userOf } from '../../testing/fixtures.ts';
import { renderConsole } from '../../testing/render-console.tsx';
import { refusalOf } from '../../testing/refusal.ts';
import { openUser, people, renderUsers } from '../../testing/render-users.tsx';

const sessionOf = (id: number, change: Partial<SessionRow> = {}): SessionRow => ({
  id,
  device: `Firefox ${id}`,
  address: '203.0.113.0/24',
  startedAt: '2026-11-20T10:00:00.000Z',
  lastUsedAt: '2026-11-20T11:00:00.000Z',
  signedInBy: 'https://login.test/',
  isCurrent: false,
  ...change,
});

/** A fake API that stores sessions in memory, and records which sessions were ended. */
const fakeSessions = (path = '/sessions') => {
  let rows = [sessionOf(1, { isCurrent: path === '/sessions' }), sessionOf(2), sessionOf(3)];
  const ended: string[] = [];
  const end = (name: string, isEnded: (row: SessionRow) => boolean) => () => {
    ended.push(name);
    rows = rows.filter((row) => !isEnded(row));
    return new Response(null, { status: 204 });
  };
  const api = {
    [`GET ${path}`]: () => ({ data: rows }),
    [`DELETE ${path}`]: end('all', ({ isCurrent }) => !isCurrent),
    'DELETE /sessions/2': end('2', ({ id }) => id === 2),
  };
  return { api, ended };
};

const openOwn = async (api: Record<string, () => unknown>) => {
  renderConsole({ path: '/products', usertype: 'CLIENT', api: { 'GET /billable-products': () => [], ...api } });
  await userEvent.click(
    await screen.findByRole('button', { name: new RegExp(`Hello, ${userOf('CLIENT').name.split(' ')[0]}`) }),
  );
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Sessions' }));
  return within(await screen.findByRole('dialog', { name: 'Sessions' }));
};

describe('the sessions dialog', () => {
  it("lists the user's sessions, and marks the session of this device, which has no end button", async () => {
    const dialog = await openOwn(fakeSessions().api);
    const items = await dialog.findAllByRole('listitem');
    expect(items.map((item) => item.textContent?.includes('This device'))).toEqual([true, false, false]);
    expect(items[1]?.textContent).toContain('Network 203.0.113.0/24');
    expect(items[1]?.textContent).toContain('login.test');
    expect(dialog.getAllByRole('button', { name: /^End the session of/ })).toHaveLength(2);
  });

  it('ends one session, then all other sessions', async () => {
    const { api, ended } = fakeSessions();
    const dialog = await openOwn(api);
    await userEvent.click(await dialog.findByRole('button', { name: /^End the session of Firefox 2/ }));
    await waitFor(() => expect(dialog.getAllByRole('listitem')).toHaveLength(2));
    await userEvent.click(dialog.getByRole('button', { name: 'End all other sessions' }));
    await waitFor(() => expect(dialog.getAllByRole('listitem')).toHaveLength(1));
    expect(ended).toEqual(['2', 'all']);
    expect(dialog.queryByRole('button', { name: 'End all other sessions' })).toBeNull();
  });

  it('shows why a session could not be ended', async () => {
    const refused = () => refusalOf(503, 'unavailable', 'Please try again.');
    const dialog = await openOwn({ ...fakeSessions().api, 'DELETE /sessions/2': refused });
    await userEvent.click(await dialog.findByRole('button', { name: /^End the session of Firefox 2/ }));
    expect(await screen.findByText('Error ending the session')).toBeTruthy();
  });

  it('lets administrators end the sessions of another user', async () => {
    const [person] = people(1);
    const { api, ended } = fakeSessions(`/users/${person?.id}/sessions`);
    renderUsers({ users: people(1), api });
    const editing = await openUser(person?.name ?? '');
    await userEvent.click(editing.getByRole('button', { name: 'Sessions' }));
    const dialog = within(await screen.findByRole('dialog', { name: `Sessions of ${person?.name}` }));
    await userEvent.click(await dialog.findByRole('button', { name: 'End all sessions' }));
    expect(await dialog.findByText('No one is signed in.')).toBeTruthy();
    expect(ended).toEqual(['all']);
  });
});
