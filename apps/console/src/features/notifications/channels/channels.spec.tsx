import { describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Channel, Delivery } from '@portico/contracts/http/channels';
import type { Answer } from '../../../testing/fake-network.ts';
import { channelOf, deliveryOf } from '../../../testing/notices.ts';
import { refusalOf } from '../../../testing/refusal.ts';
import { bodyOf } from '../../../testing/render-connect.tsx';
import { renderConsole } from '../../../testing/render-console.tsx';

const show = (path: string, api: Record<string, Answer>) =>
  renderConsole({
    path,
    usertype: 'CLIENT',
    api: { 'GET /users/organizations': () => ({ data: [], count: 0 }), ...api },
  });

const addChannel = async (type: string, fields: Record<string, string>) => {
  await userEvent.click(await screen.findByRole('button', { name: 'Add a channel' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a channel' }));
  await userEvent.click(dialog.getByRole('button', { name: /Type/ }));
  await userEvent.click(await screen.findByRole('option', { name: type }));
  for (const [label, text] of Object.entries(fields)) {
    await userEvent.click(dialog.getByRole('textbox', { name: label }));
    await userEvent.paste(text);
  }
  await userEvent.click(dialog.getByRole('button', { name: 'Add channel' }));
};

describe('notification channels', () => {
  it('show their secret once after creation, and are verified by the code that they receive', async () => {
    const channels: Channel[] = [];
    const sent: unknown[] = [];
    show('/notifications?tab=channels', {
      'GET /channels': () => ({ data: channels, count: channels.length }),
      'POST /channels': (_, request) => {
        sent.push(bodyOf(request));
        channels.push(channelOf(3, { type: 'webhook', name: 'Our pager', state: 'unverified' }));
        return { ...channels[0], secret: 'whsec_c2VjcmV0' };
      },
      'POST /channels/3/verify': (_, request) => {
        sent.push(bodyOf(request));
        return Object.assign(channels[0] ?? {}, { state: 'active' });
      },
    });
    await addChannel('Webhook', { Name: 'Our pager', URL: 'https://pager.acme.test/hook' });
    const dialog = within(await screen.findByRole('dialog', { name: 'Verify Our pager' }));
    expect(dialog.getByText('whsec_c2VjcmV0')).toBeTruthy();
    await userEvent.type(dialog.getByRole('textbox', { name: 'Code' }), 'abcdefgh');
    await userEvent.click(dialog.getByRole('button', { name: 'Verify' }));
    expect(await screen.findByText('Active')).toBeTruthy();
    expect(screen.queryByText('whsec_c2VjcmV0')).toBeNull();
    const target = { type: 'webhook', url: 'https://pager.acme.test/hook' };
    const timeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    const created = { owner: 'user', organizationId: null, name: 'Our pager', target, timeZone };
    expect(sent).toEqual([created, { code: 'abcdefgh' }]);
  });

  it("show the server's message if their address is not allowed", async () => {
    show('/notifications?tab=channels', {
      'GET /channels': () => ({ data: [], count: 0 }),
      'POST /channels': () => refusalOf(400, 'validation_failed', 'The address leads into a private network'),
    });
    await addChannel('Teams', { Name: 'Inside', 'Webhook URL': 'https://10.0.0.1/hook' });
    expect(await screen.findByText('The address leads into a private network')).toBeTruthy();
  });

  it.each<[string, Record<string, string>, object]>([
    [
      'Google Chat',
      { 'Webhook URL': 'https://chat.test/x' },
      { type: 'google-chat', webhookUrl: 'https://chat.test/x' },
    ],
    ['Discord', { 'Webhook URL': 'https://discord.test/x' }, { type: 'discord', webhookUrl: 'https://discord.test/x' }],
    ['Opsgenie', { 'API key': '0c1d2e3f' }, { type: 'opsgenie', apiKey: '0c1d2e3f', region: 'us' }],
    ['Slack', { 'Webhook URL': 'https://slack.test/x' }, { type: 'slack', webhookUrl: 'https://slack.test/x' }],
  ])('can have the type %s', async (type, fields, target) => {
    const sent: unknown[] = [];
    show('/notifications?tab=channels', {
      'GET /channels': () => ({ data: [], count: 0 }),
      'POST /channels': (_, request) => {
        sent.push(bodyOf(request));
        return { ...channelOf(3), secret: null };
      },
    });
    await addChannel(type, { Name: 'Ours', ...fields });
    expect(await screen.findByRole('button', { name: 'Add a channel' })).toBeTruthy();
    expect(sent).toMatchObject([{ name: 'Ours', target }]);
  });

  it('accept headers and a password for a webhook', async () => {
    const sent: unknown[] = [];
    show('/notifications?tab=channels', {
      'GET /channels': () => ({ data: [], count: 0 }),
      'POST /channels': (_, request) => {
        sent.push(bodyOf(request));
        return { ...channelOf(3), secret: null };
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Add a channel' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a channel' }));
    await userEvent.click(dialog.getByRole('button', { name: /Type/ }));
    await userEvent.click(await screen.findByRole('option', { name: 'Webhook' }));
    for (let count = 0; count < 2; count += 1)
      await userEvent.click(dialog.getByRole('button', { name: 'Add a header' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Remove header 1' }));
    const fields = {
      Name: 'Ours',
      URL: 'https://acme.test/',
      User: 'portico',
      'Header 1': 'X-Api-Key',
      'Value 1': 'abc',
    };
    for (const [label, text] of Object.entries(fields)) {
      await userEvent.click(dialog.getByRole('textbox', { name: label }));
      await userEvent.paste(text);
    }
    await userEvent.click(dialog.getByLabelText(/^Password/));
    await userEvent.paste('secret');
    await userEvent.click(dialog.getByRole('button', { name: 'Add channel' }));
    const target = {
      type: 'webhook',
      url: 'https://acme.test/',
      headers: [{ name: 'X-Api-Key', value: 'abc' }],
      basicAuth: { user: 'portico', password: 'secret' },
    };
    expect(sent).toMatchObject([{ target }]);
  });
});

describe('the page of a channel', () => {
  const showChannel = (channel: Channel, deliveries: Delivery[], api: Record<string, Answer> = {}) =>
    show(`/notifications/channels/${channel.id}`, {
      [`GET /channels/${channel.id}`]: () => channel,
      [`GET /channels/${channel.id}/deliveries`]: () => ({ data: deliveries, count: deliveries.length }),
      ...api,
    });

  it('shows the result of each message, and resends a failed message', async () => {
    const failed = deliveryOf(40, { state: 'failed', status: 410, lastError: 'Gone', attempts: 5, mayResend: true });
    showChannel(channelOf(2), [deliveryOf(12), failed], {
      'POST /deliveries/40/resend': () => Object.assign(failed, { state: 'sent', lastError: null, mayResend: false }),
    });
    const list = within(await screen.findByRole('list', { name: 'Messages' }));
    expect(list.getByText('Gone (410)')).toBeTruthy();
    await userEvent.click(list.getByRole('button', { name: /^Resend/ }));
    expect(await list.findAllByText('Sent')).toHaveLength(2);
  });

  it('sends a test message, and shows its result', async () => {
    showChannel(channelOf(2), [], {
      'POST /channels/2/test': () => deliveryOf(50, { kind: 'test', state: 'failed', lastError: 'No answer' }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Send a test' }));
    expect(await screen.findByText('The test failed: No answer')).toBeTruthy();
  });

  it('asks again after a wrong code, and sends a new code', async () => {
    const codes: unknown[] = [];
    showChannel(channelOf(2, { state: 'unverified' }), [], {
      'POST /channels/2/verify': (_, request) => {
        const { code } = bodyOf(request) as { code?: string };
        codes.push(code);
        return code === undefined
          ? channelOf(2, { state: 'unverified' })
          : refusalOf(400, 'validation_failed', 'Code should be the one that was sent');
      },
    });
    await userEvent.type(await screen.findByRole('textbox', { name: 'Code' }), 'AAAAAAAA');
    await userEvent.click(screen.getByRole('button', { name: 'Verify' }));
    expect(await screen.findByText('Code should be the one that was sent')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Send a new code' }));
    expect(await screen.findByText('A new code was sent.')).toBeTruthy();
    expect(codes).toEqual(['AAAAAAAA', undefined]);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send a test' }).disabled).toBe(true);
  });

  it("shows a webhook's new secret once", async () => {
    const channel = channelOf(2, { type: 'webhook' });
    showChannel(channel, [], { 'POST /channels/2/rotate': () => ({ ...channel, secret: 'whsec_bmV3' }) });
    await userEvent.click(await screen.findByRole('button', { name: 'New secret' }));
    expect(await screen.findByText('whsec_bmV3')).toBeTruthy();
  });

  it('renames the channel, and validates the name', async () => {
    const channel = channelOf(2, { name: 'Mail' });
    showChannel(channel, [], {
      'PATCH /channels/2': (_, request) => {
        const { name } = bodyOf(request) as { name: string };
        return name === ''
          ? refusalOf(400, 'validation_failed', 'Name should not be empty')
          : Object.assign(channel, { name });
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Mail' }));
    await userEvent.clear(dialog.getByRole('textbox', { name: 'Name' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Name should not be empty')).toBeTruthy();
    await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), 'Payroll team');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('heading', { name: 'Payroll team', level: 1 })).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('a channel whose responsible person lost the right to manage it', () => {
  const unowned = channelOf(3, {
    owner: 'organization',
    organization: 'Acme',
    name: 'Our pager',
    responsible: { id: 8, name: 'Rita Removed' },
    needsOwnerSince: '2026-11-20T10:00:00.000Z',
  });

  it('shows that the person can no longer be responsible, and can be taken over by a manager', async () => {
    let channel = unowned;
    show('/notifications/channels/3', {
      'GET /channels/3': () => channel,
      'GET /channels/3/deliveries': () => ({ data: [], count: 0 }),
      'POST /channels/3/take-over': () => {
        channel = { ...channel, responsible: { id: 1, name: 'Ada' }, needsOwnerSince: null };
        return channel;
      },
    });
    expect(await screen.findByText(/Rita Removed can no longer be responsible/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Take over' }));
    expect(await screen.findByText('Active')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Edit' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Take over' })).toBeNull();
  });

  it('shows no actions to a member who may not change the channel', async () => {
    show('/notifications/channels/3', {
      'GET /channels/3': () => ({ ...unowned, mayChange: false }),
      'GET /channels/3/deliveries': () => ({ data: [], count: 0 }),
    });
    expect(await screen.findAllByText(/Needs a new owner/)).not.toEqual([]);
    expect(screen.queryByRole('button', { name: 'Take over' })).toBeNull();
  });
});
