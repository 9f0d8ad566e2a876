import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Usertype } from '@portico/contracts/common/roles';
import { connectOf } from '../../testing/connect.ts';
import { eventAt, listOf } from '../../testing/fixtures.ts';
import { renderConsole, type RenderOptions } from '../../testing/render-console.tsx';
import { silentOf, troublesOf } from '../../testing/trouble.ts';
import { viewOf, viewsOf } from '../../testing/view.ts';

const api: RenderOptions['api'] = {
  'GET /events': (url) => listOf([eventAt(0)], url.searchParams),
  'GET /billable-products': () => [],
  'GET /users/organizations': () => ({
    data: [{ organization: { id: 4, name: 'Northwind' }, approved: true, role: 'manager' }],
    count: 1,
  }),
};
const items = () => within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link');

// Clears the performance mark that an earlier test's screen has set.
beforeEach(() => performance.clearMarks());

describe('the menu', () => {
  // spec: 1.3, 2.9, 2.56, 2.57, 6.1, 6.2, 6.3, 6.4, 6.6, 6.10, 6.11, D.100, D.109
  it.each<[Usertype, string, string[]]>([
    ['LEAD', '/products', ['Dashboard', 'Products', 'Trouble', 'Northwind']],
    ['VENDOR', '/dashboard', ['Dashboard', 'Trouble', 'Northwind']],
    ['CLIENT', '/dashboard', ['Dashboard', 'Products', 'Trouble', 'Northwind']],
    [
      'ADMIN',
      '/dashboard',
      [
        'Dashboard',
        'Products',
        'Manage Billing',
        'Trouble',
        'Users',
        'Organizations',
        'Integrations',
        'Meters',
        'Audit',
        'Functions',
      ],
    ],
    [
      'SUPER_ADMIN',
      '/dashboard',
      [
        'Dashboard',
        'Products',
        'Admin',
        'Manage Billing',
        'Trouble',
        'Users',
        'Organizations',
        'Integrations',
        'Meters',
        'Audit',
        'Functions',
      ],
    ],
  ])('of a %s, who starts at %s, lists %j', async (usertype, path, expected) => {
    const { location } = renderConsole({ path: '/dashboard', usertype, api });
    await screen.findByText('Hello, Ada');
    await waitFor(() => expect(location()).toBe(path));
    expect(items().map((item) => item.textContent)).toEqual(expected);
  });

  it('is complete in one landmark when the screen is first painted, and gets its counts later', async () => {
    const counted: string[] = [];
    renderConsole({
      path: '/dashboard',
      usertype: 'CLIENT',
      api: {
        ...api,
        'GET /integrations/connected': () => ({ data: [connectOf(3, { right: 'manager' })], count: 1 }),
        'GET /views': () => viewsOf([viewOf(1, { name: 'Payroll', place: 'pinned' })], { everything: 'hidden' }),
        'GET /trouble': () => {
          counted.push('trouble');
          return troublesOf(silentOf(1));
        },
      },
    });
    await screen.findByText('Hello, Ada');
    const first = items().map(({ textContent }) => textContent);
    const views = ['Failures today', 'Late arrivals', 'By integration', 'Payroll'];
    expect(first).toEqual(['Dashboard', 'Products', 'Trouble', 'Connect', 'Northwind', ...views]);
    expect(counted).toEqual([]);
    await screen.findByRole('link', { name: 'Trouble: 1 integration failing or silent' }, { timeout: 5_000 });
    expect(items().map(({ textContent }) => textContent?.replace(/: .*/, ''))).toEqual(first);
    expect(screen.getAllByRole('navigation').filter((one) => one.closest('aside'))).toHaveLength(1);
  });

  it('waits at most one second for a response that determines its items', async () => {
    const slow = () => new Promise<never>(() => undefined);
    renderConsole({ path: '/products', usertype: 'CLIENT', api: { ...api, 'GET /integrations/connected': slow } });
    await screen.findByText('Hello, Ada', {}, { timeout: 3_000 });
    expect(items()).toHaveLength(4);
  });

  // spec: 2.6, 2.21
  it('appears on the dashboard, to which an unknown page redirects a client', async () => {
    const { location } = renderConsole({ path: '/no/such/page', usertype: 'CLIENT', api });
    await screen.findByRole('heading', { name: 'Integration Events' });
    expect(location()).toBe('/dashboard');
  });

  // spec: 2.54
  it('collapses, keeps its accessible names, and stays collapsed', async () => {
    renderConsole({ path: '/products', usertype: 'CLIENT', api });
    await userEvent.click(await screen.findByRole('button', { name: 'Collapse sidebar' }));
    expect(items().map((item) => item.getAttribute('aria-label'))).toEqual([
      'Dashboard',
      'Products',
      'Trouble',
      'Northwind',
    ]);
    expect(localStorage.getItem('portico_sidebar')).toBe('collapsed');
  });

  it("follows the window's width until the user collapses it", async () => {
    const width = new EventTarget();
    let matches = true;
    const { matchMedia } = window;
    window.matchMedia = (media) =>
      Object.assign(width, matchMedia(media), { matches, addEventListener: EventTarget.prototype.addEventListener });
    try {
      renderConsole({ path: '/products', usertype: 'CLIENT', api });
      await screen.findByRole('button', { name: 'Expand sidebar' });
      expect(screen.getByRole('button', { name: 'Hello, Ada' }).hasAttribute('aria-label')).toBe(false);
      matches = false;
      act(() => void width.dispatchEvent(new Event('change')));
      await userEvent.click(await screen.findByRole('button', { name: 'Collapse sidebar' }));
      await screen.findByRole('button', { name: 'Expand sidebar' });
    } finally {
      window.matchMedia = matchMedia;
    }
  });

  // spec: 2.55
  it('opens as a drawer and closes on navigation', async () => {
    renderConsole({ path: '/products', usertype: 'CLIENT', api });
    await userEvent.click(await screen.findByRole('button', { name: 'Open menu' }));
    const drawer = within(await screen.findByRole('dialog', { name: 'Navigation' }));
    await userEvent.click(drawer.getByRole('link', { name: 'Dashboard' }));
    await screen.findByRole('heading', { name: 'Integration Events' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
