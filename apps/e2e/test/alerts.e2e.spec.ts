// product: new, because the mail may omit the failure's message if earlier suites have published many events.
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { dataDirOf, readStack } from '@portico/stack';
import { eventually } from '@portico/testkit';
import type { Locator, Page } from 'playwright-core';
import { eventOf } from '../src/outsider.ts';
import { TIMEOUT_MS, type Publishing, takePublishing } from '../src/product.ts';

jest.setTimeout(420_000);

/** Timeout for an alert on a view. The product checks a view once or twice a minute. */
const WATCH_MS = 90_000;

describe('an administrator who wants mails about failures', () => {
  let product: Publishing;
  let page: Page;

  beforeAll(async () => {
    product = await takePublishing('payroll', { isNew: true });
    // The integration accepts events from the shared topic, because the outsider publishes there.
    await product.admin('PUT', `/integrations/${product.integration.id}/trust`, { trust: 'open' });
    page = await product.newPage('admin', { viewport: { width: 1440, height: 900 } });
  });
  afterAll(() => product?.stop());

  const open = (path: string) => page.goto(new URL(path, product.stack.consoleUrl).href);
  /** Waits for a mail with this subject, and returns the mail from the page of caught mails. */
  const mailOf = async (subject: string, within = TIMEOUT_MS): Promise<Locator> => {
    const caught = await product.newPage();
    const mail = caught.getByRole('article').filter({ has: caught.getByRole('heading', { name: subject }) });
    await eventually(async () => {
      await caught.goto(readStack(dataDirOf(product.stack.environment))?.mailUrl ?? '');
      return (await mail.count()) > 0;
    }, within);
    return mail;
  };

  it('adds a channel for their own address without a code, and a rule that appears as a sentence', async () => {
    await open('/notifications?tab=channels');
    await page.getByRole('button', { name: 'Add a channel' }).click();
    const channel = page.getByRole('dialog', { name: 'Add a channel' });
    await channel.getByRole('textbox', { name: 'Name' }).fill('My mails');
    await channel.getByRole('textbox', { name: 'Address' }).fill('admin@portico.test');
    await channel.getByRole('button', { name: 'Add channel' }).click();
    await page.getByRole('list', { name: 'Channels' }).getByText('Active').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);

    await page.getByRole('tab', { name: 'Rules' }).click();
    await page.getByRole('button', { name: 'Add a rule' }).click();
    const rule = page.getByRole('dialog', { name: 'Add a rule' });
    await rule.getByText('E-mail: My mails').click();
    await rule.getByRole('button', { name: 'Add rule' }).click();
    await page
      .getByRole('list', { name: 'Rules' })
      .getByText(
        'Tell me when an integration starts failing, and when it is over, in the inbox and by e-mail to My mails.',
      )
      .waitFor();
  });

  it('sees the start of an episode, and acknowledges the episode with the link in the mail', async () => {
    await open('/episodes');
    await page.getByText('No integration is failing.').waitFor();
    const details = { message: 'The bank refused the file' };
    // A single failure causes no mail. Three failures within ten minutes are trouble and cause a mail.
    for (let failure = 1; failure <= 3; failure += 1)
      await product.outsider.publish(
        eventOf(product.integration, { result: 'FAILURE', severity_text: 'ERROR', details }),
      );
    const row = page.getByRole('list', { name: 'Episodes' }).getByRole('listitem');
    await row.getByText(/^payrun\.completed of payroll has been failing for/).waitFor();
    await row.getByText('not assigned').waitFor();

    const mail = await mailOf('payrun.completed of payroll started failing');
    await mail.getByText('The bank refused the file').first().waitFor();
    const link = (await mail.locator('a[href*="/acknowledge#"]').first().getAttribute('href')) ?? '';
    const reader = await product.newPage();
    await reader.goto(link);
    await reader.getByRole('heading', { name: 'payrun.completed of payroll is failing' }).waitFor();
    // Opening the link has not changed the episode.
    await row.getByText('not assigned').waitFor();
    await reader.getByRole('button', { name: 'Take it' }).click();
    await reader.getByRole('heading', { name: 'You have taken it' }).waitFor();
    await row.getByText('not assigned').waitFor({ state: 'detached' });
  });

  it('sees the end of the episode after the next success, on the screen, in a mail and in the inbox', async () => {
    await page.getByRole('link', { name: /^payrun\.completed of payroll has been failing/ }).click();
    const settling = page.getByRole('form', { name: 'Settle time and threshold' });
    const minutes = settling.getByRole('textbox', { name: /^End an episode after/ });
    await minutes.fill('0');
    await minutes.press('Tab');
    await settling.getByRole('button', { name: 'Save' }).click();
    await settling.locator('button[type=submit]:disabled').waitFor();

    await product.outsider.publish(eventOf(product.integration));
    await page.getByRole('main').getByText('Over', { exact: true }).waitFor();
    await mailOf('payrun.completed of payroll works again');

    await open('/episodes?state=over');
    await page.getByRole('list', { name: 'Episodes' }).getByRole('listitem').getByText('3 failures').waitFor();
    await open('/episodes');
    await page.getByText('No integration is failing.').waitFor();
    await open('/notifications');
    await page.getByText('payrun.completed of payroll works again').waitFor();
  });

  it('plans maintenance, sees marked failures during the maintenance, and reads the summary at its end', async () => {
    await open('/notifications?tab=maintenance');
    await page.getByRole('button', { name: 'Plan maintenance' }).click();
    const plan = page.getByRole('dialog', { name: 'Plan maintenance' });
    await plan.getByText('Recurring').click();
    await plan.getByRole('textbox', { name: 'Time zone' }).fill('Australia/Lord_Howe');
    await plan.getByText(/^Next, in Australia/).waitFor();
    await eventually(async () => (await plan.getByRole('status').getByRole('listitem').count()) === 3, TIMEOUT_MS);
    await plan.getByText('Once').click();
    await plan.getByRole('button', { name: /Integration/ }).click();
    await page.getByRole('option', { name: 'payroll' }).click();
    await plan.getByRole('textbox', { name: 'Reason' }).fill('Database upgrade');
    await plan.getByRole('button', { name: 'Plan maintenance' }).click();
    const now = page.getByRole('region', { name: 'Now' });
    await now.getByText('Database upgrade').waitFor();

    await product.outsider.publish(eventOf(product.integration, { result: 'FAILURE', severity_text: 'ERROR' }));
    await open('/episodes');
    await page
      .getByRole('list', { name: 'Episodes' })
      .getByText(/^Maintenance until/)
      .waitFor();
    await open(`/dashboard?where=${encodeURIComponent(`integration:#${product.integration.id}`)}`);
    await page
      .getByRole('main')
      .getByText(/^Maintenance until/)
      .waitFor();

    await open('/notifications?tab=maintenance');
    await now.getByRole('button', { name: 'End maintenance of payroll now' }).click();
    await page.getByRole('region', { name: 'Past' }).getByText('Database upgrade').waitFor();
    const summary = /Maintenance of payroll is over: \d failures? in \d episodes?, 1 still failing/;
    await open('/notifications');
    await page.getByText(summary).first().waitFor();
    await mailOf('Maintenance of payroll is over');
  });

  it('previews and creates an alert on a view, and gets a mail when failures arrive late', async () => {
    const view = { name: 'Refused files', search: { status: 'FAILURE' } };
    expect((await product.admin('POST', '/views', view)).status).toBe(201);
    await open('/dashboard');
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('button', { name: 'More for Refused files' }).click();
    await page.getByRole('menuitem', { name: 'Alert me…' }).click();
    const alert = page.getByRole('dialog', { name: 'Alert on Refused files' });
    await alert.getByText('In the last 30 days this rule would have sent no notices.').waitFor();
    await alert.getByRole('textbox', { name: 'Events' }).fill('0');
    await alert.getByRole('textbox', { name: 'Within (minutes)' }).fill('5');
    await alert.getByRole('textbox', { name: 'Within (minutes)' }).press('Tab');
    await alert.getByText(/^In the last 30 days this rule would have sent \d notices?\./).waitFor();
    const [list] = await Promise.all([
      page.waitForEvent('popup'),
      alert.getByRole('status', { name: 'Preview' }).getByRole('link').first().click(),
    ]);
    await list.getByRole('main').getByText('payrun.completed').first().waitFor();
    await alert.getByText('E-mail: My mails').click();
    await alert.getByRole('button', { name: 'Add alert' }).click();
    await alert.waitFor({ state: 'detached' });

    const timestamp = new Date(Date.now() - 34 * 60_000).toISOString();
    await product.outsider.publish(
      eventOf(product.integration, { timestamp, result: 'FAILURE', severity_text: 'ERROR' }),
    );
    const mail = await mailOf('More than 0 events in 5 min: Refused files', WATCH_MS);
    await mail
      .getByText(/They arrived up to 34 min late\./)
      .first()
      .waitFor();
    await open('/notifications');
    await page.getByText('More than 0 events in 5 min: Refused files').first().click();
    await page.getByRole('main').getByText('payrun.completed').first().waitFor();
  });
});
