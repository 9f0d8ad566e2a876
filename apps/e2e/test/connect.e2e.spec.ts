import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { caller, eventually } from '@portico/testkit';
import { run } from '@portico/testkit/product/command';
import { signedIn } from '@portico/testkit/product/signed-in';
import { type Product, startProduct } from '../src/product.ts';

jest.setTimeout(180_000);

/** Longest wait for something on the page. */
const SOON = 30_000;
const VENDOR = 'vendor@portico.test';

describe('a publisher', () => {
  let product: Product;
  /** Of the vendor, who belongs to no organization. */
  let page: Page;

  beforeAll(async () => {
    product = await startProduct({ name: 'connect', integration: 'payroll', soon: SOON });
    // A first login creates the account.
    await run('npm run --silent token -- vendor', product.stack.environment);
    const { status } = await product.admin('POST', `/integrations/${product.integration.id}/publishers`, {
      email: VENDOR,
    });
    expect(status).toBe(201);
    const vendor = caller(
      product.stack.apiUrl,
      (await run('npm run --silent token -- vendor', product.stack.environment)).trim(),
    );
    await eventually(async () => {
      const { body } = await vendor('GET', '/integrations/connected');
      return (body as { count: number }).count === 1;
    }, SOON);
    const browser = product.page.context().browser();
    if (!browser) throw new Error('the page has no browser');
    const context = await signedIn(browser, product.stack, 'vendor', { viewport: { width: 1440, height: 900 } });
    page = await context.newPage();
    page.setDefaultTimeout(SOON);
  }, 300_000);
  afterAll(() => product?.stop());

  const example = async (label: string): Promise<string> => {
    await page.getByText(label, { exact: true }).click();
    return page.getByRole('region', { name: `Example for ${label}` }).innerText();
  };
  const said = (text: RegExp) => page.getByRole('status').filter({ hasText: text }).first();

  it('finds the way to the integration in the menu, and creates a key', async () => {
    await page.goto(`${product.stack.consoleUrl}/products`);
    await page.getByRole('link', { name: 'Connect', exact: true }).click();
    await page.getByRole('link', { name: 'payroll' }).click();
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByRole('textbox', { name: 'Label' }).fill('Production');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByText('Copy the key now').waitFor();
    await page.getByText('Waiting for your first event…').waitFor();
  });

  it('runs the code of the page as it is, and sees the event arrive', async () => {
    const answer = await run('sh', product.stack.environment, await example('curl'));
    expect(JSON.parse(answer)).toEqual({ accepted: 1, rejected: [] });
    await said(/^Received .*, listed$/).waitFor();
    await page.getByText('The first event').first().waitFor();
  });

  it('sees why an event is rejected', async () => {
    const wrong = (await example('curl')).replace('"SUCCESS"', '"PERHAPS"');
    const { rejected } = JSON.parse(await run('sh', product.stack.environment, wrong)) as { rejected: object[] };
    expect(rejected).toMatchObject([{ pointer: '/result' }]);
    await said(/^Received .*, rejected: \/result/).waitFor();
  });

  it('sees the events of the integration on the dashboard', async () => {
    await page.getByRole('link', { name: 'See it: example.started' }).click();
    await page.waitForURL(/\/dashboard\?/);
    await page.getByText('The first event').first().waitFor();
  });

  it('is refused with a key that was revoked', async () => {
    await page.goto(`${product.stack.consoleUrl}/connect/${product.integration.id}`);
    await page.getByRole('button', { name: 'Create another key' }).click();
    await page.getByRole('textbox', { name: 'Label' }).fill('Second');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByText('Copy the key now').waitFor();
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
      SOON,
    );
  });

  it('opens the page of no other integration', async () => {
    await page.goto(`${product.stack.consoleUrl}/connect/999999`);
    await page.getByText('The integration could not be loaded').waitFor();
  });
});
