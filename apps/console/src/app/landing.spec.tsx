import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CONFIG, userOf } from '../testing/fixtures.ts';
import { followLinks } from './follow-links.ts';
import { Landing } from './landing.tsx';
import { createServices } from './services.ts';

const SETTINGS = { apiUrl: 'http://api.test', tokenKey: 'token', userKey: 'user' };
const opened = jest.fn<(href: string) => void>();
const show = (answer: () => Response | Promise<Response>) => {
  globalThis.fetch = async () => answer();
  return render(<Landing services={createServices(SETTINGS)} />);
};

beforeEach(() => {
  localStorage.clear();
  opened.mockReset();
});

describe('the front page', () => {
  // spec: 2.60, 2.61, D.1
  it('shows the product and the login link', async () => {
    show(() => Response.json(CONFIG));
    expect((await screen.findByRole('link', { name: 'Login' })).getAttribute('href')).toBe('/login');
    expect(screen.getByRole('link', { name: CONFIG.productName }).getAttribute('href')).toBe('/');
    expect(document.title).toBe(CONFIG.productName);
  });

  it('shows recorded events, three prices, and commands that publish a first event', async () => {
    show(() => Response.json(CONFIG));
    const list = await screen.findByRole('table', { name: 'Recorded integration events' });
    expect(within(list).getByText('Payment to Dunmore Logistics exceeds the daily limit')).toBeTruthy();
    expect(within(screen.getByRole('region', { name: 'Prices' })).getAllByText('$50.00')).toHaveLength(3);
    const developers = within(screen.getByRole('region', { name: 'For developers' }));
    expect(developers.getByText('npm ci && npm start')).toBeTruthy();
    expect(developers.getByText(/^curl http:\/\/api\.test\/ingest\/events /)).toBeTruthy();
    const reference = developers.getByRole('link', { name: 'HTTP API (OpenAPI)' });
    expect(reference.getAttribute('href')).toBe('http://api.test/openapi.json');
  });

  it('detects a login in another tab', async () => {
    show(() => Response.json(CONFIG));
    await screen.findByRole('link', { name: 'Login' });
    localStorage.setItem('user', JSON.stringify(userOf('CLIENT')));
    localStorage.setItem('token', 'product-token');
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'token' })));
    expect((await screen.findByRole('link', { name: 'Dashboard' })).getAttribute('href')).toBe('/dashboard');
  });

  // spec: 8.25
  it("says 'Invalid Auth0 Settings' without a provider", async () => {
    show(() => Response.json({ ...CONFIG, identityProvider: null }));
    expect(await screen.findByRole('heading', { name: 'Invalid Auth0 Settings' })).toBeTruthy();
  });

  it.each([
    ['the server is down', () => Promise.reject(new TypeError('Failed to fetch')), 'The server cannot be reached.'],
    ["the response is a proxy's page", () => new Response('<html>', { status: 200 }), 'An unknown error occurred'],
  ])('shows an error when %s, and loads again on request', async (_, fails, text) => {
    let isDown = true;
    show(() => (isDown ? fails() : Response.json(CONFIG)));
    expect((await screen.findByRole('alert')).textContent).toContain(text);
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Login' })).toBeTruthy();
  });

  it('appears immediately on the next visit, even without the API', async () => {
    localStorage.setItem('portico_config', JSON.stringify(CONFIG));
    show(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(screen.getByRole('link', { name: 'Login' })).toBeTruthy();
  });
});

describe('the links of the front page', () => {
  it.each([
    ['open within the application', { href: '/login' }, {}, ['/login']],
    ['are left to the browser if Ctrl is pressed', { href: '/login' }, { ctrlKey: true }, []],
    ['are left to the browser if they lead to another site', { href: 'https://portico.test/' }, {}, []],
    ['are left to the browser if they open a new tab', { href: '/login', target: '_blank' }, {}, []],
    ['are left to the browser if they are downloads', { href: '/login', download: '' }, {}, []],
  ])('%s', (_, link, keys, expected) => {
    const stop = followLinks(document, opened);
    // Prevents the navigation: jsdom does not support it and would report an error.
    document.addEventListener('click', (event) => event.preventDefault(), { once: true });
    render(<a {...link}>go</a>);
    screen.getByText('go').dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...keys }));
    stop();
    expect(opened.mock.calls.map(([href]) => href)).toEqual(expected);
  });
});
