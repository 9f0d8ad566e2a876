import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeEvents } from '../../../testing/fake-events.ts';
import { eventAt } from '../../../testing/fixtures.ts';
import { renderConsole } from '../../../testing/render-console.tsx';

const ROWS = [
  eventAt(0, { source_type: 'payroll', details: { message: 'done', employee: { id: 'e-7' }, amount: 12.5 } }),
  eventAt(1, { source_type: 'bank transfer', result: 'FAILURE', details: { message: 'refused', amount: 7 } }),
];

const show = (path = '/dashboard') => renderConsole({ path, usertype: 'ADMIN', api: fakeEvents(ROWS) });
const box = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Search Events...' });
const options = () =>
  within(screen.getByRole('listbox'))
    .getAllByRole('option')
    .map((option) => option.textContent);
const option = (text: string | RegExp) => screen.findByRole('option', { name: text });

describe('the search box', () => {
  it('puts a query in the URL, and applies it to the list, the counts and the live rows', async () => {
    const { location, calls, live } = show();
    await userEvent.type(await box(), '-type:payroll details.amount:>5{Enter}');
    await waitFor(() => expect(location()).toBe('/dashboard?where=-type%3Apayroll+details.amount%3A%3E5'));
    const whereParam = 'where=-type%3Apayroll+details.amount%3A%3E5';
    await waitFor(() =>
      expect(calls.some((call) => call.startsWith('GET /events?') && call.includes(whereParam))).toBe(true),
    );
    await waitFor(() =>
      expect(calls.some((call) => call.startsWith('GET /events/histogram?') && call.includes(whereParam))).toBe(true),
    );
    await waitFor(() =>
      expect(live.subscriptions.at(-1)?.filter).toMatchObject({ where: '-type:payroll details.amount:>5' }),
    );
  });

  it('applies the latest of two searches in quick succession', async () => {
    const { location } = show();
    const input = await box();
    const search = (value: string) => {
      fireEvent.change(input, { target: { value } });
      fireEvent.keyDown(input, { key: 'Enter' });
    };
    search('-type:payroll');
    search('refused');
    await waitFor(() => expect(location()).toBe('/dashboard?query=refused'));
    expect(input.value).toBe('refused');
  });

  it('shows the query of a link', async () => {
    show('/dashboard?where=status%3AFAILURE');
    expect((await box()).value).toBe('status:FAILURE');
  });

  it('completes fields and values by keyboard', async () => {
    const { location } = show();
    const input = await box();
    await userEvent.type(input, 'ty');
    await option(/^type:/);
    await userEvent.keyboard('{ArrowDown}');
    expect(input.getAttribute('aria-activedescendant')).toBe((await option(/^type:/)).id);
    await userEvent.keyboard('{Enter}');
    expect(input.value).toBe('type:');
    await option(/bank transfer/);
    await userEvent.keyboard('ba{ArrowDown}{Enter}');
    expect(input.value).toBe('type:"bank transfer" ');
    expect(screen.queryByRole('listbox')).toBeNull();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(location()).toBe('/dashboard?where=type%3A%22bank+transfer%22'));
  });

  it('suggests the fields of the visible details, by path or name', async () => {
    show();
    const input = await box();
    await screen.findByText('payrun.0');
    await userEvent.type(input, 'details.');
    await option(/details\.amount/);
    expect(options()).toEqual(['details.amount:7, 12.5', 'details.employee.id:e-7']);
    await userEvent.clear(input);
    await userEvent.type(input, 'am');
    await userEvent.click(await option(/details\.amount/));
    expect(input.value).toBe('details.amount:');
    await option('12.5');
    expect(options()).toEqual(['7', '12.5']);
  });

  it('closes suggestions on Escape, and clears the text on the next Escape', async () => {
    show();
    const input = await box();
    await userEvent.type(input, 'sta');
    await option(/^status:/);
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(input.value).toBe('sta');
    await userEvent.keyboard('{ArrowDown}');
    await option(/^status:/);
    await userEvent.keyboard('{Escape}{Escape}');
    expect(input.value).toBe('');
  });

  it('marks an error in a query, does not run the query, and offers to search for it as text', async () => {
    const { location } = show();
    const input = await box();
    await userEvent.type(input, 'amount:5{Enter}');
    const message = await screen.findByText(/^There is no field amount, only .*\(character 1\)$/);
    expect(document.querySelector('mark')?.textContent).toBe('amount');
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(input.getAttribute('aria-describedby')).toBe(message.parentElement?.id);
    expect(location()).toBe('/dashboard');
    await userEvent.click(screen.getByRole('button', { name: 'Search for it as text' }));
    await waitFor(() => expect(location()).toBe('/dashboard?where=%22amount%3A5%22'));
    expect(screen.queryByText(/There is no field/)).toBeNull();
  });
});

describe('filter chips', () => {
  const chips = async () => within(await screen.findByRole('list', { name: 'Filters' }));

  it('show each term of the filter, and can negate or remove it', async () => {
    const { location } = show('/dashboard?status=FAILURE&where=bank+-type%3A(a+OR+b)+details.amount%3A%3E%3D5');
    const { getByRole, findByRole } = await chips();
    expect(getByRole('button', { name: 'Remove filter Search: bank' })).toBeTruthy();
    expect(getByRole('button', { name: 'Remove filter details.amount: >=5' })).toBeTruthy();
    await userEvent.click(getByRole('button', { name: 'Type: not a or b, include instead' }));
    await waitFor(() => expect(location()).toContain('where=bank+type%3A%28a+OR+b%29+details.amount%3A%3E%3D5'));
    expect(document.activeElement).toBe(getByRole('button', { name: 'Type: a or b, exclude instead' }));
    await userEvent.click(await findByRole('button', { name: 'Remove filter Type: a or b' }));
    await waitFor(() => expect(location()).toBe('/dashboard?status=FAILURE&where=bank+details.amount%3A%3E%3D5'));
    await userEvent.click(await findByRole('button', { name: 'Status: FAILURE, exclude instead' }));
    await waitFor(() => expect(location()).toBe('/dashboard?where=bank+details.amount%3A%3E%3D5+-status%3AFAILURE'));
    await userEvent.click(await findByRole('button', { name: 'Clear all' }));
    await waitFor(() => expect(location()).toBe('/dashboard'));
  });
});

describe('the facets', () => {
  it('can select several values, exclude a value, or select only one value', async () => {
    const { location } = show();
    await userEvent.click(await screen.findByRole('button', { name: 'Facets' }));
    const type = within(await screen.findByRole('list', { name: 'Type' }));
    await userEvent.click(await type.findByRole('button', { name: /^payroll/ }));
    await waitFor(() => expect(location()).toBe('/dashboard?type=payroll'));
    await userEvent.click(await screen.findByRole('button', { name: /^bank transfer/ }));
    await waitFor(() => expect(location()).toBe('/dashboard?where=type%3A%28payroll+OR+%22bank+transfer%22%29'));
    await userEvent.click(await screen.findByRole('button', { name: 'Exclude payroll' }));
    await waitFor(() => expect(location()).toBe('/dashboard?where=type%3A%22bank+transfer%22+-type%3Apayroll'));
    await userEvent.click(await screen.findByRole('button', { name: 'Only payroll' }));
    await waitFor(() => expect(location()).toBe('/dashboard?type=payroll'));
  });
});
