import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Maintenance } from '@portico/contracts/http/maintenance';
import type { Answer } from '../../../testing/fake-network.ts';
import { maintenanceOf } from '../../../testing/maintenance.ts';
import { refusalOf } from '../../../testing/refusal.ts';
import { bodyOf } from '../../../testing/render-connect.tsx';
import { renderConsole } from '../../../testing/render-console.tsx';

const member = (role: string) => ({ organization: { id: 4, name: 'Northwind' }, approved: true, role });
const OCCURRENCES = [1, 2, 3].map((day) => ({
  from: `2026-10-0${day}T15:30:00.000Z`,
  to: `2026-10-0${day}T16:30:00.000Z`,
}));

const show = (windows: Maintenance[], api: Record<string, Answer> = {}, role = 'manager') => {
  const sent: [string, unknown][] = [];
  const note =
    (name: string, answer: Answer): Answer =>
    (url, request) => {
      sent.push([name, request.body === null ? null : bodyOf(request)]);
      return answer(url, request);
    };
  renderConsole({
    path: '/notifications?tab=maintenance',
    usertype: 'CLIENT',
    api: {
      'GET /users/organizations': () => ({ data: [member(role)], count: 1 }),
      'GET /maintenance': () => ({ data: windows, count: windows.length }),
      'POST /maintenance': note('plan', () => maintenanceOf(9)),
      'POST /maintenance/preview': () => ({ data: OCCURRENCES }),
      'POST /maintenance/1/end': note('end', () => maintenanceOf(1, { state: 'past' })),
      ...api,
    },
  });
  return sent;
};

describe('the list of maintenance windows', () => {
  it('shows current, planned and past windows, and ends an active window', async () => {
    const sent = show([maintenanceOf(1), maintenanceOf(2, { state: 'planned' }), maintenanceOf(3, { state: 'past' })]);
    const now = within(await screen.findByRole('region', { name: 'Now' }));
    expect(now.getByText('Database upgrade · planned by Grace Hopper')).toBeTruthy();
    expect(screen.getByRole('region', { name: 'Planned' })).toBeTruthy();
    expect(screen.getByRole('region', { name: 'Past' })).toBeTruthy();
    expect(now.queryByRole('button', { name: 'Delete maintenance of Payroll' })).toBeNull();
    await userEvent.click(now.getByRole('button', { name: 'End maintenance of Payroll now' }));
    await waitFor(() => expect(sent.map(([name]) => name)).toEqual(['end']));
  });

  it('is read-only for members who are not managers', async () => {
    show([maintenanceOf(1, { mayChange: false })], {}, 'viewer');
    await screen.findByRole('region', { name: 'Now' });
    expect(screen.queryByRole('button', { name: /maintenance/i })).toBeNull();
  });
});

describe('planning maintenance', () => {
  it('previews a recurring window in its time zone, and saves the window', async () => {
    const sent = show([]);
    await userEvent.click(await screen.findByRole('button', { name: 'Plan maintenance' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Plan maintenance' }));
    await userEvent.click(dialog.getByRole('radio', { name: 'Recurring' }));
    const zone = dialog.getByRole('textbox', { name: 'Time zone' });
    await userEvent.clear(zone);
    await userEvent.type(zone, 'Australia/Lord_Howe');
    const listed = await dialog.findAllByRole('listitem');
    expect(listed.map(({ textContent }) => textContent?.replaceAll(/\s*–\s*/g, '–').replaceAll(/\s/g, ' '))).toEqual([
      'Oct 2, 2026, 2:00–3:00 AM',
      'Oct 3, 2026, 2:00–3:00 AM',
      'Oct 4, 2026, 2:30–3:30 AM',
    ]);
    await userEvent.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Upgrade');
    await userEvent.click(dialog.getByRole('button', { name: /What$/ }));
    await userEvent.click(screen.getByRole('option', { name: 'All integrations of an organization' }));
    await userEvent.click(dialog.getByRole('button', { name: /Organization$/ }));
    await userEvent.click(screen.getByRole('option', { name: 'Northwind' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Plan maintenance' }));
    const when = { kind: 'recurring', cron: '0 3 * * 6', timeZone: 'Australia/Lord_Howe', minutes: 60 };
    await waitFor(() =>
      expect(sent).toEqual([['plan', { scope: 'organization', organizationId: 4, reason: 'Upgrade', when }]]),
    );
  });

  it("shows the server's error about the times", async () => {
    show([], { 'POST /maintenance/preview': () => refusalOf(400, 'validation_failed', 'Cron should be five fields') });
    await userEvent.click(await screen.findByRole('button', { name: 'Plan maintenance' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Plan maintenance' }));
    await userEvent.click(dialog.getByRole('radio', { name: 'Recurring' }));
    expect(await dialog.findByText('Cron should be five fields')).toBeTruthy();
  });
});
