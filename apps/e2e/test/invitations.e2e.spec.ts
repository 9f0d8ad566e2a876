import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { readStack } from '@portico/stack';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '@portico/testkit/product/browser';
import { freePorts, type Stack, startStack } from '@portico/testkit/product/stack';

jest.setTimeout(420_000);

/** Longest wait for something on the page. */
const SOON = 20_000;

describe('a person without an organization', () => {
  let dataDir: string;
  let stack: Stack;
  let browser: Browser;
  let manager: Page;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'portico-e2e-'));
    stack = await startStack(dataDir, await freePorts(), ['--no-demo']);
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await stack?.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  /** Another person's browser, signed in, at a path of the console. */
  const signedIn = async (who: string, path: string): Promise<Page> => {
    const page = await (await browser.newContext()).newPage();
    page.setDefaultTimeout(SOON);
    await page.goto(new URL(path, stack.consoleUrl).href);
    await page.getByRole('button', { name: new RegExp(who) }).click();
    return page;
  };

  it('creates one where they land, and sees what to do first', async () => {
    manager = await signedIn('Cleo Client', '/login');
    const block = manager.getByRole('region', { name: 'Join or create your organization' });
    await block.getByRole('button', { name: 'Find or create' }).click();
    await block.getByRole('button', { name: /Organization/ }).click();
    await manager.keyboard.type('Acme Bakery');
    await manager.getByText('Add “Acme Bakery”').click();
    await manager.getByRole('region', { name: 'Get started' }).getByText('Get an integration').waitFor();
  });

  it('is invited by mail, follows its link through the login, and sees the dashboard of the organization', async () => {
    await manager.getByRole('button', { name: 'Invite people' }).click();
    const dialog = manager.getByRole('dialog', { name: 'Invite people to Acme Bakery' });
    await dialog.getByRole('textbox', { name: /Email/ }).fill('lead@portico.test');
    await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
    await dialog.getByText(/Viewer · Sent/).waitFor();

    const mails = await (await browser.newContext()).newPage();
    await mails.goto(readStack(dataDir)?.mailUrl ?? '');
    await mails.getByRole('heading', { name: 'Invitation to Acme Bakery on Portico' }).waitFor();
    const link = new URL((await mails.locator('pre a').getAttribute('href')) ?? '');
    expect(link.origin).toBe(new URL(stack.consoleUrl).origin);

    const invited = await signedIn('Leo Lead', link.pathname + link.hash);
    await invited.getByRole('heading', { name: 'Join Acme Bakery' }).waitFor();
    await invited.getByRole('button', { name: 'Accept the invitation' }).click();
    // The lead is a client a moment later, and is led to the dashboard.
    await invited.getByText('Your organization does not have any integrations').waitFor();
    await dialog.getByText('Accepted').waitFor();
  });

  it('is not let in by a link that nobody sent', async () => {
    const other = await signedIn('Vera Vendor', '/invitation#none');
    await other.getByRole('heading', { name: 'This invitation cannot be accepted' }).waitFor();
  });
});
