import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within, type BoundFunctions, type queries } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createFakeRows } from '../../testing/fake-rows.ts';
import { refusalOf } from '../../testing/refusal.ts';
import type { Answer } from '../../testing/fake-network.ts';
import { healthOf } from '../../testing/health.ts';
import { integrationOf } from '../../testing/integration.ts';
import { renderConsole } from '../../testing/render-console.tsx';

type Scope = BoundFunctions<typeof queries>;

const integrations = (count: number) => Array.from({ length: count }, (_, index) => integrationOf(index + 20));
const organizations = { data: [{ id: 5, name: 'Contoso' }], count: 1 };

const show = (rows = integrations(12), api: Record<string, Answer> = {}, path = '/admin/integrations') => {
  const fake = createFakeRows('/integrations', 'PATCH', rows, (id, values) => integrationOf(id, values));
  const known = { 'GET /organizations': () => organizations };
  return { ...renderConsole({ path, usertype: 'ADMIN', api: { ...known, ...fake.api, ...api } }), sent: fake.sent };
};
const names = () =>
  within(screen.getByRole('table', { name: 'Integration Manager' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent);
const dialogOf = async (name: string) => within(await screen.findByRole('dialog', { name }));
const edit = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name }));
  return dialogOf(`Edit integration ${name}`);
};
const box = (scope: Scope, name: string) => scope.getByRole<HTMLInputElement>('textbox', { name });
/** Pastes text into a text box, because typing renders the form after every letter. */
const fill = async (scope: Scope, name: string, text: string) => {
  await userEvent.clear(box(scope, name));
  if (text !== '') await userEvent.paste(text);
};
const save = (scope: Scope, name = 'Save changes') => userEvent.click(scope.getByRole('button', { name }));
const choose = async (scope: Scope, label: RegExp, option: string) => {
  await userEvent.click(scope.getByRole('button', { name: label }));
  await userEvent.click(await screen.findByRole('option', { name: option }));
};
/** Returns the first toast with a text, because toasts of earlier tests may still be present. */
const toastWith = async (text: string) => (await screen.findAllByText(text))[0];

describe('the Integration Manager', () => {
  // spec: 2.24, 2.26, 9.1
  it('shows ten integrations per page', async () => {
    const { location } = show();
    await screen.findByText('Payroll 20');
    expect(screen.getByRole('heading', { name: 'Integration Manager' })).toBeTruthy();
    expect(screen.getByRole('tab', { name: 'Integrations', selected: true })).toBeTruthy();
    expect(names()).toHaveLength(10);
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    await screen.findByText('Payroll 31');
    expect(location()).toBe('/admin/integrations?page=2');
  });

  // spec: 2.25, 4.7, 7.3, 9.39
  it('returns to page 1 for a search', async () => {
    const { location, calls } = show(integrations(12), {}, '/admin/integrations?page=2');
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Search integration...' }), 'roll 25');
    await waitFor(() => expect(names()).toEqual(['Payroll 25']));
    expect(location()).toBe('/admin/integrations?search=roll+25');
    expect(calls).toContain('GET /integrations?search=roll+25&limit=10&offset=0');
  });

  // spec: 2.42
  it('reports an empty result', async () => {
    show([]);
    expect(await screen.findByText('No results.')).toBeTruthy();
  });

  // spec: 2.16
  it('is only for administrators', async () => {
    const { location } = renderConsole({ path: '/admin/integrations', usertype: 'VENDOR' });
    await waitFor(() => expect(location()).toBe('/dashboard'));
  });
});

describe('editing an integration', () => {
  // spec: 2.27, 4.1, 4.2, 4.3, 4.5, 5.14, 8.20, D.93
  it('sends the name only if changed, and an empty instance URL as null', async () => {
    const { sent } = show();
    const dialog = await edit('Payroll 21');
    expect(dialog.getByText("Update the integrations's information")).toBeTruthy();
    await fill(dialog, 'Instance URL', '');
    await userEvent.click(dialog.getByRole('switch', { name: 'Integrations active status' }));
    await save(dialog);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toEqual([{ name: 'PATCH /integrations/21', body: { instanceUrl: null, active: false } }]);
    expect(await toastWith('Integration updated!')).toBeTruthy();
    expect(await toastWith('Integration Payroll 21 updated successfully!')).toBeTruthy();
  });

  // spec: 4.2, 4.5, D.93
  it('shows a new name in the list', async () => {
    const { sent } = show();
    const dialog = await edit('Payroll 21');
    await fill(dialog, 'Name', 'Banking');
    await save(dialog);
    await waitFor(() => expect(names()).toContain('Banking'));
    expect(sent).toEqual([{ name: 'PATCH /integrations/21', body: { name: 'Banking' } }]);
  });

  // spec: 4.4, 5.13
  it('shows account and region for a lambda and requires both', async () => {
    const { sent } = show();
    const dialog = await edit('Payroll 21');
    expect(dialog.queryByRole('textbox', { name: 'Account ID' })).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: /Integration type$/ }));
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['lambda', 'other']);
    await userEvent.click(screen.getByRole('option', { name: 'lambda' }));
    await fill(dialog, 'Account ID', '123');
    await save(dialog);
    expect(await dialog.findByText('Account ID should be 12 digits')).toBeTruthy();
    expect(dialog.getByText('Region should be like us-east-1')).toBeTruthy();
    expect(sent).toEqual([]);
    await fill(dialog, 'Account ID', '123456789012');
    await fill(dialog, 'Region', 'us-east-1');
    await save(dialog);
    const body = { integrationType: 'lambda', accountId: '123456789012', region: 'us-east-1' };
    await waitFor(() => expect(sent).toEqual([{ name: 'PATCH /integrations/21', body }]));
  });

  // spec: D.61
  it('warns that events of an active integration without an organization are rejected', async () => {
    show([integrationOf(21, { organization: null, organizationId: null })]);
    expect(await screen.findByText('No organization: events are rejected')).toBeTruthy();
    const dialog = await edit('Payroll 21');
    const warning = 'Portico rejects the events of this integration until it is assigned to an organization.';
    expect(dialog.getByRole('alert').textContent).toContain(warning);
    await choose(dialog, /Organization assigned$/, 'Contoso');
    expect(dialog.queryByText(warning)).toBeNull();
  });

  // spec: 3.24, 5.12, 7.18, 9.4
  it('assigns an organization from a server search with at most ten results', async () => {
    const { sent, calls } = show();
    const dialog = await edit('Payroll 21');
    expect(dialog.getByRole('button', { name: /Northwind.*Organization assigned/ })).toBeTruthy();
    await choose(dialog, /^Northwind.*Organization assigned$/, 'Contoso');
    expect(calls).toContain('GET /organizations/?search=&limit=10&offset=0');
    await save(dialog);
    await waitFor(() => expect(sent).toEqual([{ name: 'PATCH /integrations/21', body: { organizationId: 5 } }]));
  });

  // spec: 8.4
  it('keeps the input if the server rejects the change, and shows the reason', async () => {
    const message = 'The organization already has an integration with this name';
    show(integrations(3), {
      'PATCH /integrations/21': () => refusalOf(409, 'already_exists', message, [{ pointer: '/name', message }]),
    });
    const dialog = await edit('Payroll 21');
    await fill(dialog, 'Name', 'Payroll 22');
    await save(dialog);
    expect(await toastWith('Error updating integration')).toBeTruthy();
    expect(box(dialog, 'Name').value).toBe('Payroll 22');
    expect(dialog.getByText(message)).toBeTruthy();
  });
});

describe('creating an integration', () => {
  const open = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Add Integration' }));
    return dialogOf('Create integration');
  };

  // spec: 2.26, 2.28, 4.1, 4.5, 5.1, 8.21
  it('closes the form, and shows the integration in the refreshed list with a link to Connect', async () => {
    const health = ({ searchParams }: URL) => ({
      data: (searchParams.get('ids') ?? '').split(',').map((id) => healthOf(Number(id), { last_at: null })),
    });
    const { sent, location } = show(undefined, { 'GET /events/integrations/health': health });
    const dialog = await open();
    expect(dialog.getByText('Fill in the form to create a new integration')).toBeTruthy();
    await fill(dialog, 'Name', 'B');
    await save(dialog, 'Create integration');
    expect(await dialog.findByText('Name should be at least 2 letters long')).toBeTruthy();
    await fill(dialog, 'Name', 'Banking');
    await save(dialog, 'Create integration');
    await waitFor(() => expect(names()).toContain('Banking'));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(location()).toBe('/admin/integrations');
    expect(sent[0]?.body).toMatchObject({ name: 'Banking', active: true, integrationType: 'other' });
    expect(await toastWith('Integration created!')).toBeTruthy();
    expect(await toastWith('Integration Banking created successfully!')).toBeTruthy();
    const link = await screen.findByRole('link', { name: 'Connect Banking' });
    expect(link.getAttribute('href')).toMatch(/^\/admin\/integrations\/\d+\?tab=connect$/);
  });

  // spec: 8.5
  it('shows an error if the request fails', async () => {
    show([], { 'POST /integrations': () => refusalOf(403, 'forbidden', 'Not you') });
    const dialog = await open();
    await fill(dialog, 'Name', 'Banking');
    await userEvent.keyboard('{Enter}');
    expect(await toastWith('Error creating integration')).toBeTruthy();
    expect((await screen.findAllByText('Not you')).length).toBeGreaterThan(0);
  });
});

describe('deleting an integration', () => {
  // spec: 2.30, 2.48, 2.50, 2.51, 4.6, 7.8, 8.22
  it('asks for a confirmation, then removes the integration', async () => {
    const { sent } = show();
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Payroll 21' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Deleting integration' }));
    expect(dialog.getByText('integration Payroll 21 will be deleted permanently.')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(names()).not.toContain('Payroll 21'));
    expect(sent).toEqual([{ name: 'DELETE /integrations/21' }]);
    expect(await toastWith('Integration deleted!')).toBeTruthy();
    expect(await toastWith('Integration Payroll 21 deleted successfully!')).toBeTruthy();
  });

  // spec: 8.3
  it('shows the reason of a failure in a toast and the dialog', async () => {
    show(integrations(3), { 'DELETE /integrations/21': () => refusalOf(503, 'unavailable', 'Come back later') });
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Payroll 21' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await dialog.findByText('Come back later')).toBeTruthy();
    const toast = (await toastWith('Error deleting integration'))?.closest('li');
    expect(toast?.textContent).toContain('Come back later');
  });
});
