import type { Page } from 'playwright-core';
import { createKey, showTestData } from './answered.ts';
import type { Opened } from './audit.ts';
import type { Viewer } from './screens.ts';

const DIALOG = '[role=dialog]';
const MENU = '[role=menu]';
const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).filter({ visible: true }).first().click();
const click = (text: string) => (page: Page) => page.getByText(text, { exact: true }).first().click();
/** Opens a tab of the Connect page, then calls `reach`. */
const inTab = (name: string, reach: (page: Page) => Promise<unknown>) => async (page: Page) => {
  await page.getByRole('tab', { name }).click();
  await reach(page);
};
/** Opens an event, and selects one of its tabs. */
const pane = (name: string) => async (page: Page) => {
  await page.getByText('payrun.completed').first().click();
  await page.getByRole('dialog').locator('label').filter({ hasText: name }).click();
};

/** Overlays and tabs that open within a screen. */
export const OPENED_VIEWS: readonly [name: string, path: string, viewer: Viewer, opened: Opened][] = [
  ['the details of an event', '/dashboard', 'admin', { selector: DIALOG, reach: click('payrun.completed') }],
  ['an event as JSON', '/dashboard', 'admin', { selector: DIALOG, reach: pane('JSON') }],
  ['the trace of an event', '/dashboard', 'admin', { selector: DIALOG, reach: pane('Trace') }],
  ['events similar to an event', '/dashboard', 'admin', { selector: DIALOG, reach: pane('Similar') }],
  ['the choice of columns', '/dashboard', 'admin', { selector: DIALOG, reach: press('Columns') }],
  [
    'the completion of a query',
    '/dashboard',
    'admin',
    {
      selector: '[role=listbox]',
      reach: async (page) => {
        const box = page.getByRole('combobox', { name: 'Search Events...' });
        await box.fill('');
        await box.pressSequentially('status:');
      },
    },
  ],
  [
    'the fault of a query',
    '/dashboard',
    'admin',
    {
      selector: 'output:has(button)',
      reach: (page) => page.getByRole('combobox', { name: 'Search Events...' }).fill('statu:FAILURE '),
    },
  ],
  [
    'the chips of a query',
    `/dashboard?where=${encodeURIComponent('-event:nothing (status:FAILURE OR details.message:ran)')}`,
    'admin',
    { selector: 'ul[aria-label=Filters]', reach: (page) => page.locator('ul[aria-label=Filters]').waitFor() },
  ],
  [
    'the facets',
    '/dashboard?status=FAILURE',
    'admin',
    { selector: `${DIALOG}, aside[aria-label=Facets]`, reach: press('Facets') },
  ],
  [
    'the command palette',
    '/dashboard',
    'admin',
    { selector: DIALOG, reach: (page) => page.keyboard.press('Control+k') },
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
        await press(/^More for Failures$/)(page);
        await page.getByRole('menuitem', { name: 'Delete' }).click();
      },
    },
  ],
  [
    'the sharing of a view',
    '/dashboard',
    'admin',
    {
      selector: DIALOG,
      reach: async (page) => {
        await press('Views')(page);
        await press(/^More for Failures$/)(page);
        await page.getByRole('menuitem', { name: 'Share…' }).click();
        await page.getByRole('dialog', { name: 'Share Failures' }).waitFor();
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
        const histogram = page.getByRole('button', { name: 'Histogram' });
        // On a small screen, the histogram is closed at first.
        if ((await histogram.getAttribute('aria-expanded')) === 'false') await histogram.click();
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
      // On a small screen, the user menu is in the drawer.
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
  ['a rejected event', '/rejected', 'admin', { selector: DIALOG, reach: click('not json') }],
  [
    'the correction of a rejected event',
    '/rejected',
    'admin',
    {
      selector: DIALOG,
      reach: async (page) => {
        await click('not json')(page);
        await press('Correct event')(page);
        await page.locator('.cm-content').waitFor();
      },
    },
  ],
  ['the form of a user', '/admin/users', 'admin', { selector: DIALOG, reach: press(/Add User/i) }],
  [
    'the settings of an integration',
    '/admin/integrations/1',
    'admin',
    {
      selector: '[role=tabpanel]:has(form)',
      reach: (page) => page.getByRole('tab', { name: 'Settings' }).click(),
    },
  ],
  [
    'the test data of an integration',
    '/admin/integrations/1?tab=events',
    'admin',
    { selector: 'table[aria-label="Test events"]', reach: showTestData },
  ],
  [
    'a test event',
    '/admin/integrations/1?tab=events',
    'admin',
    {
      selector: DIALOG,
      reach: async (page) => {
        await showTestData(page);
        await click('test-1')(page);
      },
    },
  ],
  ['a new key', '/connect/1', 'admin', { selector: 'section[aria-label^="The new key"]', reach: createKey }],
  ['the rotation of a key', '/connect/1', 'admin', { selector: DIALOG, reach: press(/^Rotate/) }],
  [
    'an event to be checked',
    '/connect/1',
    'admin',
    {
      selector: 'section:has(> div .cm-content)',
      reach: inTab('Event format', async (page) => {
        await press('Check an event')(page);
        await page.locator('.cm-content').waitFor();
      }),
    },
  ],
  [
    'the schema of an event',
    '/connect/1',
    'admin',
    {
      selector: DIALOG,
      reach: inTab('Event format', async (page) => {
        await press('Describe an event')(page);
        await page.getByRole('dialog').locator('.cm-content').waitFor();
      }),
    },
  ],
  [
    'the closing of the shared topic',
    '/connect/1',
    'admin',
    { selector: DIALOG, reach: inTab('Shared topic', click('Enforce')) },
  ],
  [
    'the actions of an organization',
    '/admin/organizations',
    'admin',
    { selector: '[role=menu]', reach: press(/^Actions for/) },
  ],
  ['the form of an integration', '/admin/integrations', 'admin', { selector: DIALOG, reach: click('payroll') }],
  [
    'the users of an organization',
    '/organizations/1/people',
    'admin',
    { selector: DIALOG, reach: press('Assign users') },
  ],
  [
    'the deletion of an organization',
    '/organizations/1/settings',
    'admin',
    { selector: '[role=alertdialog]', reach: press(/^Delete/) },
  ],
  [
    'the search of an organization to join',
    '/dashboard',
    'client',
    { selector: 'section:has(#join-or-create):has(label)', reach: press('Find or create') },
  ],
  ['the choice of an organization', '/billing', 'admin', { selector: DIALOG, reach: press('Choose an organization') }],
  [
    'the form of an entitlement',
    '/billing/entitlements',
    'buyer',
    { selector: DIALOG, reach: press('Edit Bank accounts') },
  ],
  ['the form of a meter', '/billing/meters', 'admin', { selector: DIALOG, reach: press(/^Add a meter to /) }],
];
