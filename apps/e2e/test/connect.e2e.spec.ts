import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { EventList } from '@portico/contracts/http/events';
import { type Call, eventually, read } from '@portico/testkit';
import { run } from '@portico/testkit/product/command';
import { TIMEOUT_MS, type Publishing, takePublishing } from '../src/product.ts';

jest.setTimeout(420_000);

const VENDOR = 'vendor@portico.test';
/** Number of events that are corrected at once. */
const REJECTED_COUNT = 3;

describe('a publisher', () => {
  let product: Publishing;
  let vendor: Call;
  /** Page of the vendor, who belongs to no organization. */
  let page: Page;
  /** The copied curl command, with a result that is rejected. */
  let wrong: string;

  beforeAll(async () => {
    product = await takePublishing('payroll');
    const { status } = await product.admin('POST', `/integrations/${product.integration.id}/publishers`, {
      email: VENDOR,
    });
    expect(status).toBe(201);
    vendor = await product.as('vendor');
    await eventually(async () => {
      const { body } = await vendor('GET', '/integrations/connected');
      return (body as { count: number }).count === 1;
    }, TIMEOUT_MS);
    page = await product.newPage('vendor', { viewport: { width: 1440, height: 900 } });
  }, 300_000);
  afterAll(() => product?.stop());

  const example = async (label: string): Promise<string> => {
    await page.getByText(label, { exact: true }).click();
    return page.getByRole('region', { name: `Example for ${label}` }).innerText();
  };
  const createKey = async (label: string, button = 'Create another key'): Promise<void> => {
    await page.getByRole('button', { name: button }).click();
    await page.getByRole('textbox', { name: 'Label' }).fill(label);
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByText('Copy the key now').waitFor();
  };
  const rejectedRows = () =>
    page.getByRole('table', { name: 'Rejected events' }).getByRole('button', { name: 'payroll' });
  const listed = async (): Promise<number> => (await read<EventList>(vendor, '/events')).count;
  const notice = (text: RegExp) => page.getByRole('status').filter({ hasText: text }).first();

  it('sees Connect as the dashboard before the first event, and creates a key', async () => {
    await page.goto(`${product.stack.consoleUrl}/dashboard`);
    await page.getByRole('heading', { name: 'Connect payroll', level: 1 }).waitFor();
    await createKey('Production', 'Create a key');
    await page.getByText('Waiting for your first event…').waitFor();
    await page.getByText('No events in this period').waitFor();
  });

  it("runs the page's code unchanged, and sees the event arrive", async () => {
    const answer = await run('sh', product.stack.environment, await example('curl'));
    expect(JSON.parse(answer)).toEqual({ accepted: 1, rejected: [] });
    await notice(/^Received .*, listed$/).waitFor();
    await page.getByText('The first event').first().waitFor();
    await page
      .getByRole('list', { name: 'Keys' })
      .getByText(/last used/)
      .waitFor();
    await page.getByText('The one event is listed').waitFor();
    expect(new URL(page.url()).pathname).toBe('/dashboard');
  });

  it('sees the reason why an event is rejected', async () => {
    wrong = (await example('curl')).replace('"SUCCESS"', '"PERHAPS"');
    const { rejected } = JSON.parse(await run('sh', product.stack.environment, wrong)) as { rejected: object[] };
    expect(rejected).toMatchObject([{ pointer: '/result' }]);
    await notice(/^Received .*, rejected: \/result/).waitFor();
  });

  it('corrects the rejected event, and sees the event in the list', async () => {
    await page.getByRole('link', { name: 'Correct rejected events' }).click();
    await page.getByRole('heading', { name: 'Rejected events' }).waitFor();
    await rejectedRows().first().click();
    const dialog = page.getByRole('dialog', { name: 'Rejected event' });
    await dialog.getByRole('button', { name: 'Correct event' }).click();
    const editor = dialog.getByRole('textbox', { name: 'Corrected event' });
    // The marks in the editor appear a moment after the text.
    const mark = editor.locator('.cm-lintRange-error').filter({ hasText: 'PERHAPS' });
    await mark.waitFor();
    await mark.dblclick();
    await page.keyboard.type('SUCCESS');
    await dialog.getByRole('button', { name: 'Check' }).click();
    await dialog.getByText('This event would be accepted').waitFor();
    await dialog.getByRole('button', { name: 'Review changes' }).click();
    await dialog.getByRole('button', { name: 'Publish again' }).click();
    await page.getByText('Event published!').waitFor();
    await eventually(async () => (await listed()) === 2, TIMEOUT_MS);
  });

  it('corrects many rejected events at once', async () => {
    for (let sent = 0; sent < REJECTED_COUNT; sent += 1) await run('sh', product.stack.environment, wrong);
    await page.goto(`${product.stack.consoleUrl}/rejected`);
    await page
      .getByRole('region', { name: /^Causes/ })
      .getByRole('button', { name: /invalid field .result/ })
      .click();
    await eventually(async () => (await rejectedRows().count()) === REJECTED_COUNT + 1, TIMEOUT_MS);
    await page.getByRole('button', { name: 'Correct all…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Correct all' });
    await dialog.getByRole('textbox', { name: /^Values/ }).fill('PERHAPS = SUCCESS');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByRole('row', { name: 'Already listed 1' }).waitFor();
    await dialog.getByRole('button', { name: `Publish ${REJECTED_COUNT}` }).click();
    await dialog.getByText(`Done: ${REJECTED_COUNT + 1} of ${REJECTED_COUNT + 1} events`).waitFor();
    await eventually(async () => (await listed()) === REJECTED_COUNT + 2, TIMEOUT_MS);
  });

  it('sees the events of the integration on the dashboard', async () => {
    await page.goto(`${product.stack.consoleUrl}/products`);
    await page.getByRole('link', { name: 'Connect', exact: true }).click();
    await page.getByRole('link', { name: 'payroll' }).click();
    await page.getByRole('link', { name: 'See event example.started' }).first().click();
    await page.waitForURL(/\/dashboard\?/);
    await page.getByText('The first event').first().waitFor();
  });

  it("sees a warning when an event's details do not match the schema, and can still publish", async () => {
    const declare = async (schema: object) => {
      const path = `/integrations/${product.integration.id}/schemas/example.started`;
      expect(await product.admin('PUT', path, schema)).toMatchObject({ status: 200 });
      await page.goto(`${product.stack.consoleUrl}/connect/${product.integration.id}`);
      await page.getByRole('tab', { name: 'Event format' }).click();
      await page.getByRole('button', { name: 'Check an event' }).click();
      await page.getByLabel('Event to check').waitFor();
      await page.getByRole('button', { name: 'Check', exact: true }).click();
      await page.getByText('This event would be accepted').waitFor();
    };
    await declare({ type: 'object', required: ['amount'] });
    await page.getByText('Advice: the details do not fit the schema of example.started').waitFor();
    await page.getByText(/\/details .*"amount"/).waitFor();
    // This check would take hours. The page stops the worker, and stays responsive.
    await declare({ properties: { message: { pattern: String.raw`^((((.+)+)+)+)+\d$` } } });
    await page.getByText('The details could not be compared with the schema of example.started').waitFor();
  });

  it('cannot publish with a revoked key', async () => {
    await page.goto(`${product.stack.consoleUrl}/connect/${product.integration.id}`);
    await createKey('Second');
    const code = await example('curl');
    await page.getByRole('button', { name: 'Revoke Second' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await eventually(
      () =>
        run('sh', product.stack.environment, code).then(
          () => false,
          (error: unknown) => String(error).includes('401'),
        ),
      TIMEOUT_MS,
    );
  });

  it("sees a test key's events unchanged after turning on the switch for test data", async () => {
    await page.goto(`${product.stack.consoleUrl}/connect/${product.integration.id}`);
    await page.getByRole('button', { name: 'Create another key' }).click();
    await page.getByRole('textbox', { name: 'Label' }).fill('Trial');
    await page.getByRole('button', { name: /Mode/ }).click();
    await page.getByRole('option', { name: 'Test' }).click();
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByText('Copy the key now').waitFor();
    const code = await example('curl');
    // A new key becomes valid when the ingest endpoint has read the key.
    await eventually(
      () =>
        run('sh', product.stack.environment, code).then(
          () => true,
          () => false,
        ),
      TIMEOUT_MS,
    );
    const arrival = page.getByRole('listitem').filter({ has: page.getByText('Test', { exact: true }) });
    await arrival.getByRole('link', { name: /^See event/ }).click();
    await page.waitForURL(/\/connect\/\d+\?test=on$/);
    await page.getByRole('table', { name: 'Test events' }).getByText('example.started').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('As a live event, it would be listed.').waitFor();
    expect(await dialog.getByRole('region', { name: 'Original content' }).innerText()).toContain('The first event');
  });

  it('cannot open the page of another integration', async () => {
    await page.goto(`${product.stack.consoleUrl}/connect/999999`);
    await page.getByText('The integration could not be loaded').waitFor();
  });
});
