import { describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderConsole } from '../../testing/render-console.tsx';
import { themeChoice } from '../theme/theme-choice.ts';

const api = { 'GET /billable-products': () => [] };
const open = async () => {
  renderConsole({ path: '/products', usertype: 'CLIENT', api });
  (await screen.findByRole('button', { name: /Hello, Ada/ })).focus();
  await userEvent.keyboard('{Enter}');
  return within(await screen.findByRole('menu', { name: 'User menu' }));
};

describe('the user menu', () => {
  // spec: 1.8
  it('selects a theme by keyboard, and marks the current one', async () => {
    const menu = await open();
    expect(menu.getAllByRole('menuitemradio').map((item) => item.textContent)).toEqual([
      'System',
      'Light',
      'Dark',
      'Light blue',
      'Dark blue',
    ]);
    expect(menu.getByRole('menuitemradio', { checked: true }).textContent).toBe('System');
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{Enter}');
    expect(themeChoice()).toBe('dark-blue');
    const trigger = screen.getByRole('button', { name: /Hello, Ada/ });
    await waitFor(() => expect(document.activeElement).toBe(trigger));
    await userEvent.keyboard('{ArrowDown}');
    expect((await screen.findByRole('menuitemradio', { checked: true })).textContent).toBe('Dark blue');
  });

  it('shows the shortcuts and returns the focus', async () => {
    const menu = await open();
    await userEvent.click(menu.getByRole('menuitem', { name: 'Keyboard shortcuts' }));
    await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: /Hello, Ada/ })));
  });
});

describe('a shortcut', () => {
  const show = async () => {
    renderConsole({
      path: '/dashboard',
      usertype: 'ADMIN',
      api: {
        'GET /events': () => ({ data: [], count: 0, integrations: ['Payroll'], integrationCount: 1, cursor: '' }),
      },
    });
    return screen.findByRole('combobox');
  };

  it('focuses the search box with /, except while the user types in the box', async () => {
    const search = await show();
    await userEvent.keyboard('/');
    expect(document.activeElement).toBe(search);
    await userEvent.keyboard('a/?');
    expect(search).toHaveProperty('value', 'a/?');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('opens the shortcut sheet with ?, and is disabled while the sheet is open', async () => {
    const search = await show();
    await userEvent.keyboard('?');
    const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    const keysOf = (text: string) => within(sheet).getByText(text).nextSibling?.textContent;
    expect(keysOf('Search this page')).toBe('/');
    expect(keysOf('Pause or resume the live list')).toBe('Space');
    expect(keysOf('Go to the first row or the row below. In an open event: next event')).toBe('j');
    await userEvent.keyboard('/');
    expect(document.activeElement).not.toBe(search);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('the title of the page', () => {
  const events = { 'GET /events': () => ({ data: [], count: 0, integrations: [], integrationCount: 0, cursor: '' }) };
  it.each([
    ['/', undefined, 'Acme Connect'],
    ['/login', undefined, 'Login · Acme Connect'],
    ['/products', 'CLIENT', 'Products · Acme Connect'],
    ['/dashboard', 'ADMIN', 'Integration Events · Acme Connect'],
    ['/dashboard?view=product', 'ADMIN', 'Acme Connect'],
  ] as const)('is set at %s for user type %s to %s', async (path, usertype, title) => {
    jest.spyOn(console, 'error').mockReturnValue();
    renderConsole({ path, ...(usertype && { usertype }), api: { ...api, ...events } });
    await waitFor(() => expect(document.title).toBe(title));
    jest.restoreAllMocks();
  });
});
