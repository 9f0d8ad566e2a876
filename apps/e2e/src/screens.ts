import type { Page } from 'playwright-core';
import type { Opened } from './audit.ts';

/**
 * Who views a screen: a signed-out visitor, an account of the demo, a client with a product in the cart, an administrator
 * with a cart and a selected customer, or a client whose memberships fail to load.
 */
export type Viewer = 'visitor' | 'admin' | 'buyer' | 'client' | 'lead' | 'unlucky';

/** Placeholder in a URL for the id of a paid checkout. */
export const PAID = '{paid}';

/** Every route, its viewer, and the text it shows once it is loaded. */
export const SCREENS: readonly [path: string, viewer: Viewer, content: string][] = [
  ['/', 'visitor', 'See every integration at work.'],
  ['/signup', 'visitor', 'Sign up'],
  ['/leads/new', 'visitor', 'Request a demo'],
  ['/vendors/sign-up', 'visitor', 'Register as a vendor'],
  ['/callback?error=access_denied&state=none', 'visitor', 'Invalid state'],
  ['/dashboard', 'admin', 'Integration Events'],
  ['/dashboard?status=FAILURE&query=payrun&range=90d', 'admin', 'payrun.completed'],
  ['/dashboard?query=nothing+like+it', 'admin', 'No results.'],
  ['/dashboard?view=product', 'admin', 'Portico'],
  ['/dashboard?view=bar-coding', 'admin', ''],
  ['/dashboard', 'client', 'You are not currently assigned to any organization.'],
  ['/dashboard', 'unlucky', 'Unexpected Application Error!'],
  ['/products', 'lead', 'Products'],
  ['/checkout', 'client', 'Order summary'],
  ['/checkout', 'buyer', 'Order summary'],
  ['/checkout/canceled', 'client', 'Order summary'],
  ['/checkout/success?session_id=cs_test_none', 'client', 'Your payment could not be confirmed'],
  [`/checkout/success?session_id=${PAID}`, 'buyer', 'Payment successful!'],
  ['/billing', 'admin', 'Choose an organization'],
  ['/billing', 'buyer', 'Stripe customer'],
  ['/billing/entitlements', 'admin', 'Choose an organization'],
  ['/billing/entitlements', 'buyer', 'Bank accounts'],
  ['/admin', 'admin', 'Users'],
  ['/admin/users', 'admin', 'Users'],
  ['/admin/organizations', 'admin', 'Organizations'],
  ['/admin/integrations', 'admin', 'Integration Manager'],
  ['/admin/integrations?view=rejected', 'admin', 'not json'],
  ['/admin/functions', 'admin', 'Functions'],
];
/** They only redirect. */
export const REDIRECTS = ['/$', '/admin/$', '/billing/$', '/login'];

const DIALOG = '[role=dialog]';
const MENU = '[role=menu]';
const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).filter({ visible: true }).first().click();
const click = (text: string) => (page: Page) => page.getByText(text, { exact: true }).first().click();
/** What of an open event is shown. */
const pane = (name: string) => async (page: Page) => {
  await page.getByText('payrun.completed').first().click();
  await page.getByRole('dialog').locator('label').filter({ hasText: name }).click();
};

/** What opens within a screen. */
export const OPENED: readonly [name: string, path: string, viewer: Viewer, opened: Opened][] = [
  ['the details of an event', '/dashboard', 'admin', { selector: DIALOG, reach: click('payrun.completed') }],
  ['an event as JSON', '/dashboard', 'admin', { selector: DIALOG, reach: pane('JSON') }],
  ['the trace of an event', '/dashboard', 'admin', { selector: DIALOG, reach: pane('Trace') }],
  [
    'the facets',
    '/dashboard?status=FAILURE',
    'admin',
    { selector: `${DIALOG}, aside[aria-label=Facets]`, reach: press('Facets') },
  ],
  ['the saved views', '/dashboard', 'admin', { selector: DIALOG, reach: press('Views') }],
  [
    'the deletion of a view',
    '/dashboard',
    'admin',
    {
      selector: '[role=alertdialog]',
      reach: async (page) => {
        await press('Views')(page);
        await press('Delete Failures')(page);
      },
    },
  ],
  ['the export', '/dashboard', 'admin', { selector: DIALOG, reach: press('Export') }],
  ['the time range', '/dashboard', 'admin', { selector: DIALOG, reach: press(/^Time range/) }],
  [
    'a range of time being drawn',
    '/dashboard',
    'admin',
    {
      selector: 'figure:has(span[data-drawn])',
      reach: async (page) => {
        await page.getByRole('slider', { name: 'Time range' }).focus();
        for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Shift+ArrowLeft');
      },
    },
  ],
  ['a paused list', '/dashboard', 'admin', { selector: 'section:has(> [data-look=paused])', reach: press('Pause') }],
  ['a filter', '/dashboard', 'admin', { selector: MENU, reach: press(/^Status/) }],
  [
    'the user menu',
    '/products',
    'admin',
    {
      selector: MENU,
      // On a small screen it is in the drawer.
      reach: async (page) => {
        const drawer = page.getByRole('button', { name: 'Open menu' });
        if (await drawer.isVisible()) await drawer.click();
        await page
          .getByRole('button', { name: /^Hello/ })
          .filter({ visible: true })
          .click();
      },
    },
  ],
  ['the sheet of shortcuts', '/dashboard', 'admin', { selector: DIALOG, reach: (page) => page.keyboard.press('?') }],
  ['a rejected event', '/admin/integrations?view=rejected', 'admin', { selector: DIALOG, reach: click('not json') }],
  [
    'the correction of a rejected event',
    '/admin/integrations?view=rejected',
    'admin',
    {
      selector: DIALOG,
      reach: async (page) => {
        await click('not json')(page);
        await press('Correct it')(page);
      },
    },
  ],
  ['the form of a user', '/admin/users', 'admin', { selector: DIALOG, reach: press(/Add User/i) }],
  ['the form of an integration', '/admin/integrations', 'admin', { selector: DIALOG, reach: click('payroll') }],
  [
    'the users of an organization',
    '/admin/organizations',
    'admin',
    { selector: DIALOG, reach: press(/^Assign users/i) },
  ],
  ['the choice of an organization', '/billing', 'admin', { selector: DIALOG, reach: press('Choose an organization') }],
  [
    'the form of an entitlement',
    '/billing/entitlements',
    'buyer',
    { selector: DIALOG, reach: press('Edit Bank accounts') },
  ],
];
