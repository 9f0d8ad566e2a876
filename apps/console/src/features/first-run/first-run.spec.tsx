import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { eventAt, listOf } from '../../testing/fixtures.ts';
import { integrationOf } from '../../testing/integration.ts';
import type { Answer } from '../../testing/fake-network.ts';
import { renderConsole } from '../../testing/render-console.tsx';
import { brokerOf } from './first-event.tsx';

const EMPTY = { data: [], count: 0 };
const NORTHWIND = { id: 4, name: 'Northwind' };
const nothing: Answer = ({ searchParams }) => ({ ...listOf([], searchParams), integrations: [] });
const membership = (role: string, approved = true) => ({
  data: [{ organization: NORTHWIND, approved, role }],
  count: 1,
});
const card = async () => within(await screen.findByRole('region', { name: 'Get started' }));

describe('the first steps of an administrator', () => {
  const open = (api: Record<string, Answer> = {}) =>
    renderConsole({
      path: '/dashboard',
      usertype: 'ADMIN',
      api: {
        'GET /events': nothing,
        'GET /organizations': () => EMPTY,
        'GET /integrations': () => EMPTY,
        'GET /asyncapi.yaml': () => new Response('servers:\n  kafka1:\n    host: kafka.acme.test:9093\n'),
        ...api,
      },
    });

  it('are marked as done when their result exists, and end with the command that publishes the first event', async () => {
    open({
      'GET /organizations': () => ({ data: [NORTHWIND], count: 1 }),
      'GET /integrations': () => ({ data: [integrationOf(7, { organizationId: 4, active: true })], count: 1 }),
    });
    const steps = await card();
    const isDone = (title: string) => steps.getByRole('heading', { name: title }).closest('li')?.dataset['done'];
    expect(isDone('Create an organization')).toBe('true');
    expect(isDone('Create an integration')).toBe('true');
    expect(isDone('Invite people')).toBeUndefined();
    await waitFor(() =>
      expect(steps.getByText(/kcat -P -b kafka\.acme\.test:9093 /).textContent).toContain('"source_id":7'),
    );
    expect(steps.getByText('Waiting for the first event…')).toBeTruthy();
  });

  it('are hidden after the administrator dismisses them', async () => {
    open();
    await userEvent.click((await card()).getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByRole('region', { name: 'Get started' })).toBeNull();
    expect(screen.getByText('Your organization does not have any integrations')).toBeTruthy();
    expect(Object.keys(localStorage).some((key) => key.startsWith('portico_first_run_'))).toBe(true);
  });

  it('are hidden once there are events', async () => {
    open({ 'GET /events': ({ searchParams }) => listOf([eventAt(0)], searchParams) });
    await screen.findByText('payrun.0');
    expect(screen.queryByRole('region', { name: 'Get started' })).toBeNull();
  });
});

describe('the first steps of members', () => {
  const open = (memberships: unknown, api: Record<string, Answer> = {}) =>
    renderConsole({
      path: '/dashboard',
      usertype: 'CLIENT',
      api: {
        'GET /events': nothing,
        'GET /users/organizations': () => memberships,
        'GET /users/invitations': () => EMPTY,
        'GET /events/integrations': () => ({ data: [], isComplete: true }),
        'GET /organizations/4/invitations': () => EMPTY,
        ...api,
      },
    });

  it('link a manager to the invitations', async () => {
    open(membership('manager'));
    const invite = (await card()).getByRole('link', { name: 'Invite people' });
    expect(invite.getAttribute('href')).toBe('/organizations/4/people');
  });

  it('are hidden from a viewer', async () => {
    open(membership('viewer'));
    await screen.findByText('Your organization does not have any integrations');
    expect(screen.queryByRole('region', { name: 'Get started' })).toBeNull();
  });

  it('offer to join or create an organization, and show pending requests', async () => {
    const offer = {
      id: 9,
      organization: { id: 5, name: 'Contoso' },
      role: 'viewer',
      state: 'open',
      email: 'ada@acme.test',
      isForCaller: true,
      expiresAt: new Date().toISOString(),
    };
    const { calls } = open(membership('viewer', false), {
      'GET /users/invitations': () => ({ data: [offer], count: 1 }),
      'PUT /invitations/9/accept': () => ({ organization: offer.organization, approved: true, role: 'viewer' }),
    });
    const block = within(await screen.findByRole('region', { name: 'Join or create your organization' }));
    expect(block.getByText('Pending approval')).toBeTruthy();
    await userEvent.click(await block.findByRole('button', { name: 'Accept the invitation to Contoso' }));
    await waitFor(() => expect(calls).toContain('PUT /invitations/9/accept'));
  });
});

it('brokerOf returns the first broker in the contract, or a placeholder', () => {
  expect(brokerOf('servers:\n  kafka1:\n    host: "a:9092"\n  kafka2:\n    host: b:9092')).toBe('a:9092');
  expect(brokerOf('<html>')).toBe('BROKER:9092');
});
