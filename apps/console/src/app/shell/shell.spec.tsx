import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CONFIG, eventAt, listOf, userOf } from '../../testing/fixtures.ts';
import { NORTHWIND } from '../../testing/organization.ts';
import { renderConsole, type RenderOptions } from '../../testing/render-console.tsx';

const api: RenderOptions['api'] = {
  'GET /events': (url) => listOf([eventAt(0)], url.searchParams),
  'GET /billable-products': () => [],
  'GET /organizations/4': () => NORTHWIND,
  'GET /users/organizations': () => ({
    data: [{ organization: { id: 4, name: 'Northwind' }, approved: true, role: 'manager' }],
    count: 1,
  }),
};
/** React logs every error that reaches an error page. */
const expectNoise = () => {
  jest.spyOn(console, 'error').mockReturnValue();
  jest.spyOn(console, 'warn').mockReturnValue();
};
afterEach(() => void jest.restoreAllMocks());

describe('the dashboard', () => {
  // spec: 2.8
  it('keeps its open tab in the URL, and moves between tabs with arrow keys', async () => {
    const { location } = renderConsole({ path: '/dashboard', usertype: 'CLIENT', api });
    const tab = await screen.findByRole('tab', { name: 'Integrations', selected: true });
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Integrations',
      CONFIG.productName,
    ]);
    tab.focus();
    await userEvent.keyboard('{ArrowRight}{Enter}');
    await screen.findByRole('heading', { name: CONFIG.productName });
    expect(location()).toBe('/dashboard?view=product');
    await waitFor(() => expect(screen.getByText('Organizations').parentElement?.textContent).toBe('1OrganizationsNow'));
  });

  // spec: 2.62, D.99
  it('reports that the user has no organization', async () => {
    const pending = {
      data: [{ organization: { id: 4, name: 'Northwind' }, approved: false, role: 'manager' }],
      count: 1,
    };
    renderConsole({
      path: '/dashboard',
      usertype: 'CLIENT',
      api: { ...api, 'GET /users/organizations': () => pending },
    });
    expect(
      await screen.findByText('You are not currently assigned to any organization. Please contact your administrator.'),
    ).toBeTruthy();
  });
});

describe('sign-on', () => {
  // spec: 4.18, D.89
  it.each([
    ['/dashboard?status=FAILURE', '/dashboard?status=FAILURE'],
    ['/admin/integrations/5?tab=rejected', '/admin/integrations/5?tab=rejected'],
    ['/organizations/4/billing', '/organizations/4/billing'],
    ['/products', '/dashboard'],
  ])('is required by the guarded page %s, and returns to %s', async (path, target) => {
    const login = jest.fn(async (_returnTo: string) => undefined);
    renderConsole({ path, api, signOn: { login } });
    await waitFor(() => expect(login).toHaveBeenCalledWith(target));
  });

  // spec: D.89
  it.each([
    ['', '/dashboard'],
    ['/products', '/dashboard'],
    ['https://evil.example/dashboard', '/dashboard'],
    ['/dashboard?view=product', '/dashboard?view=product'],
  ])('leads from the return path %j to the location %s', async (returnTo, target) => {
    const { location } = renderConsole({
      path: '/callback?code=1&state=2',
      api: { ...api, 'POST /auth': () => ({ accessToken: 'new', user: userOf('CLIENT') }) },
      signOn: { complete: async () => ({ identity: { token: 'provider-token', email: 'ada@acme.test' }, returnTo }) },
    });
    await screen.findByText('Hello, Ada');
    await waitFor(() => expect(location()).toBe(target));
  });

  // spec: 1.7, 2.5, 4.20
  it('returns through the callback to the dashboard', async () => {
    const { location } = renderConsole({
      path: '/callback?code=1&state=2',
      api: { ...api, 'POST /auth': () => ({ accessToken: 'new', user: userOf('CLIENT') }) },
      signOn: {
        complete: async () => ({
          identity: { token: 'provider-token', email: 'ada@acme.test' },
          returnTo: '/dashboard',
        }),
      },
    });
    await screen.findByRole('heading', { name: 'Integration Events' });
    expect(location()).toBe('/dashboard');
    expect(localStorage.getItem('token')).toBe('new');
  });

  it('shows the error and offers a retry', async () => {
    expectNoise();
    renderConsole({ path: '/callback?code=1&state=2', api });
    expect(within(await screen.findByRole('alert')).getByText('Invalid state')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe('/login');
  });

  it('can be retried on the screen that shows the error', async () => {
    expectNoise();
    const login = jest.fn<(returnTo: string) => Promise<void>>();
    login.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValue();
    renderConsole({ path: '/login', api, signOn: { login } });
    expect(await screen.findByText('Login failed')).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name: 'Try again' }));
    await waitFor(() => expect(login).toHaveBeenCalledTimes(2));
  });

  it('is not attempted if the callback URL has no parameters', async () => {
    const { location } = renderConsole({ path: '/callback', usertype: 'ADMIN', api });
    await screen.findByRole('heading', { name: 'Integration Events' });
    expect(location()).toBe('/dashboard');
  });

  // spec: 8.25
  it("says 'Invalid Auth0 Settings' without a provider", async () => {
    renderConsole({ path: '/', api: { 'GET /config': () => ({ ...CONFIG, identityProvider: null }) } });
    expect(await screen.findByText('Invalid Auth0 Settings')).toBeTruthy();
  });

  // spec: 4.23
  it('ends on the front page after Logout', async () => {
    const logout = jest.fn(async () => undefined);
    const { location } = renderConsole({ path: '/products', usertype: 'CLIENT', api, signOn: { logout } });
    await userEvent.click(await screen.findByRole('button', { name: /Hello, Ada/ }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Logout' }));
    await waitFor(() => expect(logout).toHaveBeenCalledTimes(1));
    expect(location()).toBe('/');
    expect(localStorage.getItem('token')).toBeNull();
    expect(await screen.findByRole('link', { name: 'Login' })).toBeTruthy();
  });
});

describe('a page loaded with an expired token', () => {
  const ENDED = `x.${btoa(JSON.stringify({ exp: 1 }))}.x`;

  it('sends no request before renewing the token', async () => {
    const { calls } = renderConsole({
      path: '/dashboard',
      usertype: 'CLIENT',
      token: ENDED,
      api: {
        ...api,
        'GET /events': (url, request) => {
          expect(new Headers(request.headers).get('authorization')).toBe('Bearer renewed');
          return listOf([eventAt(0)], url.searchParams);
        },
        'POST /auth/renewal': () => ({ accessToken: 'renewed', user: userOf('CLIENT') }),
      },
      signOn: { silent: async () => ({ token: 'provider-token', email: 'ada@acme.test' }) },
    });
    await screen.findByText('payrun.0');
    expect(calls.filter((call) => call !== 'GET /config')[0]).toBe('POST /auth/renewal');
    expect(calls.filter((call) => call === 'POST /auth/renewal')).toHaveLength(1);
  });

  it('redirects to the login when the provider requires interaction', async () => {
    const login = jest.fn<() => Promise<void>>();
    const { calls } = renderConsole({
      path: '/dashboard',
      usertype: 'CLIENT',
      token: ENDED,
      api: { ...api, 'POST /auth/renewal': () => new Response(null, { status: 401 }) },
      signOn: { login },
    });
    await waitFor(() => expect(login).toHaveBeenCalled());
    expect(calls.filter((call) => call !== 'GET /config')).toEqual(['POST /auth/renewal']);
  });

  it('leads to the front page if the server has ended the session', async () => {
    const ended = { type: 'about:blank', title: 'x', status: 401, code: 'session_ended', message: 'It was ended.' };
    const login = jest.fn<() => Promise<void>>();
    const { location } = renderConsole({
      path: '/dashboard',
      usertype: 'CLIENT',
      token: ENDED,
      api: { ...api, 'POST /auth/renewal': () => Response.json(ended, { status: 401 }) },
      signOn: { login },
    });
    expect(await screen.findByRole('link', { name: 'Login' })).toBeTruthy();
    expect([location(), localStorage.getItem('token'), login.mock.calls]).toEqual(['/', null, []]);
  });
});

describe('a failure of the application', () => {
  // spec: 2.72, 2.73
  it('shows the error screen, on which the user can retry', async () => {
    expectNoise();
    let isDown = true;
    const failure = { type: 'about:blank', title: 'x', status: 500, code: 'internal', message: 'The disk is full' };
    renderConsole({
      path: '/',
      api: { 'GET /config': () => (isDown ? Response.json(failure, { status: 500 }) : CONFIG) },
    });
    expect(await screen.findByText('Unexpected Application Error!')).toBeTruthy();
    expect(within(screen.getByRole('alert')).getByText('The disk is full')).toBeTruthy();
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Login' })).toBeTruthy();
  });
});
