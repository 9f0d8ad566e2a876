import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Privacy } from '@portico/contracts/http/privacy';
import { fakeEvents } from '../../../testing/fake-events.ts';
import type { Answer } from '../../../testing/fake-network.ts';
import { eventAt } from '../../../testing/fixtures.ts';
import { NORTHWIND } from '../../../testing/organization.ts';
import { refusalOf } from '../../../testing/refusal.ts';
import { renderConsole } from '../../../testing/render-console.tsx';
import { eventKey } from '../../events/events-search.ts';

const RULE = { hides: '/customer/email', action: 'mask', below: 'manager' } as const;
const memberOf = (role: string) => () => ({
  data: [{ organization: { id: 4, name: 'Northwind' }, approved: true, role }],
  count: 1,
});

const show = (api: Record<string, Answer> = {}) => {
  const sent: unknown[] = [];
  let privacy: Privacy = { version: 3, rules: [RULE] };
  const bodyOf = ({ body }: RequestInit): unknown => JSON.parse(typeof body === 'string' ? body : '');
  renderConsole({
    path: '/organizations/4/settings',
    usertype: 'CLIENT',
    api: {
      'GET /users/organizations': memberOf('manager'),
      'GET /organizations/4': () => NORTHWIND,
      'GET /organizations/4/privacy': () => privacy,
      'PUT /organizations/4/privacy': (_, request) => {
        sent.push(bodyOf(request));
        return (privacy = { ...(bodyOf(request) as Privacy), version: 4 });
      },
      'POST /events/privacy-trial': (_, request) => {
        sent.push(bodyOf(request));
        const sample = { event_name: 'payrun.completed', timestamp: '2026-11-20T10:00:00.000Z' };
        return { events: 500, counts: [12, 3], samples: [{ ...sample, before: '{"a":"Jane"}', after: '{"a":"***"}' }] };
      },
      ...api,
    },
  });
  return { sent };
};
const open = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Change privacy rules' }));
  return within(await screen.findByRole('dialog', { name: 'Privacy rules' }));
};
const choose = async (dialog: ReturnType<typeof within>, rule: string, label: RegExp, option: string) => {
  const group = within(dialog.getByRole('group', { name: rule }));
  await userEvent.click(group.getByRole('button', { name: label }));
  await userEvent.click(await screen.findByRole('option', { name: option }));
};

describe('privacy rules', () => {
  it('are described in words, and can be previewed and saved by a manager', async () => {
    const { sent } = show();
    const list = await screen.findByRole('list', { name: 'Privacy rules' });
    expect(list.textContent).toBe('/customer/emailMask. From viewers and operators.');
    const dialog = await open();
    await userEvent.click(dialog.getByRole('button', { name: 'Add a rule' }));
    await choose(dialog, 'Rule 2', /Hide/, 'IBANs in the message');
    await choose(dialog, 'Rule 2', /From whom/, 'From viewers');
    await userEvent.click(dialog.getByRole('button', { name: 'Try on the newest events' }));
    expect(await dialog.findByText('IBANs in the message: in 3 of the newest 500 events')).toBeTruthy();
    expect(dialog.getByText('{"a":"***"}')).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Save rules' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const rules = [RULE, { hides: 'iban', action: 'mask', below: 'operator' }];
    expect(sent).toEqual([
      { organizationId: 4, rules },
      { version: 3, rules },
    ]);
    await waitFor(() => expect(screen.getByRole('list', { name: 'Privacy rules' }).textContent).toContain('IBANs'));
  });

  it('are not sent if a path is invalid, and stay in the dialog if the server reports a concurrent change', async () => {
    const { sent } = show({
      'PUT /organizations/4/privacy': () => refusalOf(409, 'conflict', 'Someone else has changed the privacy rules'),
    });
    const dialog = await open();
    await userEvent.click(dialog.getByRole('button', { name: 'Add a rule' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Save rules' }));
    expect(await dialog.findByText(/should be a path, such as \/customer\/email/)).toBeTruthy();
    expect(sent).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Remove rule 2' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Save rules' }));
    expect(await screen.findByText('Error saving privacy rules')).toBeTruthy();
    expect(screen.getByRole('dialog', { name: 'Privacy rules' })).toBeTruthy();
  });
});

describe('an event with hidden data', () => {
  const event = eventAt(0, {
    organization_id: 4,
    details: { message: 'Paid [email]', who: '***' },
    hidden: ['email', '/who'],
  });
  const showEvent = (role: string) => {
    const sent: unknown[] = [];
    renderConsole({
      path: `/dashboard?open=${eventKey(event)}`,
      usertype: 'CLIENT',
      api: {
        ...fakeEvents([event]),
        'GET /users/organizations': memberOf(role),
        'POST /events/reveal': (_, { body }) => {
          sent.push(JSON.parse(typeof body === 'string' ? body : ''));
          const { hidden: _hidden, ...shown } = event;
          return { ...shown, details: { message: 'Paid jane@example.com', who: 'Jane' } };
        },
      },
    });
    return { sent };
  };

  it('lists the hidden fields, and is revealed to a manager who gives a reason', async () => {
    const { sent } = showEvent('manager');
    const details = within(await screen.findByRole('dialog', { name: 'Event Details' }));
    expect(await details.findByText('E-mail addresses in the message, /who')).toBeTruthy();
    await userEvent.click(await details.findByRole('button', { name: 'Reveal' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Reveal hidden data' }));
    await userEvent.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Ticket 12');
    await userEvent.click(dialog.getByRole('button', { name: 'Reveal' }));
    expect(await screen.findByText('Paid jane@example.com')).toBeTruthy();
    expect(sent).toEqual([
      { source_id: event.source_id, id: event.id, timestamp: event.timestamp, reason: 'Ticket 12' },
    ]);
    expect(screen.queryByText('Hidden by a privacy rule')).toBeNull();
  });

  it('shows no reveal button to operators', async () => {
    showEvent('operator');
    expect(await screen.findByText('Hidden by a privacy rule')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Reveal' })).toBeNull();
  });
});
