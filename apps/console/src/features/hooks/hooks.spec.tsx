import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { CreatedHook, IntegrationHook } from '@portico/contracts/http/integration-hooks';
import { keyOf } from '../../testing/connect.ts';
import type { Answer } from '../../testing/fake-network.ts';
import { eventAt, listOf } from '../../testing/fixtures.ts';
import { refusalOf } from '../../testing/refusal.ts';
import { bodyOf } from '../../testing/render-connect.tsx';
import { renderConsole } from '../../testing/render-console.tsx';
import { formOf, MappingForm, mappingOf } from './mapping-form.ts';

const HOOK = 'abcdefghijklmnopqrstuvwxyz';
const ADDRESS = `https://api.acme.test/ingest/hooks/${HOOK}`;
const hookOf = (id: number, change: Partial<IntegrationHook> = {}): IntegrationHook => {
  const { prefix: _, kind: __, ...key } = keyOf(id, { label: 'CI' });
  return { ...key, hookId: HOOK, scheme: { preset: 'github' }, address: ADDRESS, ...change };
};
const created = (change: Partial<IntegrationHook> = {}): CreatedHook => ({
  ...hookOf(9, change),
  secret: 'the-secret',
});
const failed = eventAt(0, {
  source_type: 'github',
  event_name: 'workflow_run',
  details: { message: 'workflow_run', action: 'deploy', conclusion: 'timed_out' },
});

const show = (hooks: IntegrationHook[] = [], api: Record<string, Answer> = {}) => {
  const sent: [string, unknown][] = [];
  const answer =
    (name: string, of: (body: object) => unknown): Answer =>
    (_, request) => {
      sent.push([name, bodyOf(request)]);
      return of(bodyOf(request) as object);
    };
  renderConsole({
    path: '/connect/3/hooks',
    usertype: 'VENDOR',
    api: {
      'GET /integrations/3/hooks': () => ({ data: hooks, count: hooks.length }),
      'GET /integrations/3/mapping': () => ({ name: '/type' }),
      'GET /events': ({ searchParams }) => listOf([failed], searchParams),
      'GET /events/rejected': () => refusalOf(403, 'forbidden', 'Operators only'),
      'POST /integrations/3/hooks': answer('create', (body) => created(body)),
      [`POST /integrations/3/hooks/${HOOK}/rotate`]: answer('rotate', () => created()),
      [`DELETE /integrations/3/hooks/${HOOK}`]: answer('revoke', () => new Response(null, { status: 204 })),
      'PUT /integrations/3/mapping': answer('mapping', (body) => body),
      ...api,
    },
  });
  return sent;
};

describe('the webhooks of an integration', () => {
  it('are added with a secret that is shown once', async () => {
    const user = userEvent.setup();
    const sent = show();
    expect(await screen.findByText('No webhooks yet.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Add a webhook' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a webhook' }));
    await user.type(await dialog.findByRole('textbox', { name: /Label/ }), 'CI');
    await user.click(dialog.getByRole('button', { name: 'Add webhook' }));
    expect(await screen.findByText('the-secret')).toBeTruthy();
    expect(screen.getByText(ADDRESS)).toBeTruthy();
    expect(sent).toEqual([['create', { label: 'CI', preset: 'github', mode: 'live' }]]);
    await user.click(screen.getByRole('button', { name: 'Copy the secret' }));
    expect(await navigator.clipboard.readText()).toBe('the-secret');
    await user.click(screen.getByRole('button', { name: 'Done' }));
    expect(screen.queryByText('the-secret')).toBeNull();
  });

  it('are listed by address, with the expiry of an earlier secret', async () => {
    show([
      hookOf(3),
      hookOf(2, { state: 'rotating', expiresAt: '2026-03-04T12:00:00.000Z' }),
      hookOf(1, { state: 'revoked' }),
      hookOf(4, { hookId: 'z'.repeat(26), label: 'Theirs', mayEnd: false, scheme: { preset: 'stripe' } }),
    ]);
    const rows = within(await screen.findByRole('list', { name: 'Webhooks' })).getAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^CIGitHub.*no delivery yet.*the earlier secret is valid until Mar 4/),
      expect.stringMatching(/^TheirsStripe/),
    ]);
    expect(rows.map((row) => within(row).queryAllByRole('button', { name: /^(Rotate|Revoke)/ }).length)).toEqual([
      2, 0,
    ]);
  });

  it('accept a new secret from the sender, and are revoked after a confirmation', async () => {
    const user = userEvent.setup();
    const sent = show([hookOf(3)]);
    await user.click(await screen.findByRole('button', { name: 'Rotate CI' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Rotate the secret of CI' }));
    await user.click(await dialog.findByRole('radio', { name: 'Expires now' }));
    await user.type(dialog.getByRole('textbox', { name: /Secret/ }), 'whsec_as_stripe_shows');
    await user.click(dialog.getByRole('button', { name: 'Rotate' }));
    await waitFor(() => expect(sent).toEqual([['rotate', { overlap: '0', secret: 'whsec_as_stripe_shows' }]]));
    await user.click(await screen.findByRole('button', { name: 'Revoke CI' }));
    await user.click(await screen.findByRole('button', { name: 'Revoke' }));
    await waitFor(() => expect(sent.at(-1)?.[0]).toBe('revoke'));
  });

  it('show an error if loading fails', async () => {
    show([], { 'GET /integrations/3/hooks': () => refusalOf(404, 'not_found', 'The integration does not exist') });
    expect(await screen.findByText('The webhooks could not be loaded')).toBeTruthy();
  });
});

describe('the mapping of a webhook', () => {
  it('updates the preview while the user types, and is saved', async () => {
    const user = userEvent.setup();
    const sent = show();
    const table = within(await screen.findByRole('table', { name: 'Preview' }));
    expect(await table.findByText('success')).toBeTruthy();
    const name = screen.getByRole('textbox', { name: 'Event name' });
    await user.clear(name);
    await user.type(name, '/action');
    expect(await table.findByText('deploy')).toBeTruthy();
    await user.type(screen.getByRole('textbox', { name: 'Result' }), '/conclusion');
    await user.type(screen.getByRole('textbox', { name: 'Values of the result' }), 'timed_out = failure');
    expect(await table.findByText('failure')).toBeTruthy();
    expect(table.getByText('ERROR')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const saved = { name: '/action', result: { pointer: '/conclusion', values: { timed_out: 'FAILURE' } } };
    await waitFor(() => expect(sent).toEqual([['mapping', saved]]));
  });

  it('reports invalid pointers and invalid lines of a table', async () => {
    const user = userEvent.setup();
    const sent = show();
    await user.type(await screen.findByRole('textbox', { name: 'Subject' }), 'order');
    await user.type(screen.getByRole('textbox', { name: 'Values of the severity' }), 'bad = WORSE');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('A JSON pointer begins with a slash, such as /data/status')).toBeTruthy();
    expect(screen.getByText(/^Each line should be a value, an equals sign and one of TRACE/)).toBeTruthy();
    expect(sent).toEqual([]);
  });

  it('preserves settings that the form does not show', () => {
    const mapping = {
      id: '/id',
      severity: { pointer: '/level', values: { a: 'WARN' as const }, otherwise: 'DEBUG' as const },
    };
    expect(mappingOf(MappingForm.parse(formOf(mapping)), mapping)).toEqual(mapping);
  });
});
