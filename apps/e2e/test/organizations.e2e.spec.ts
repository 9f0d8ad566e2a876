import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { EventList } from '@portico/contracts/http/events';
import { type Call, eventually, read } from '@portico/testkit';
import type { Page } from 'playwright-core';
import { connectOutsider, eventOf, type Outsider } from '../src/outsider.ts';
import { TIMEOUT_MS, type Product, takeProduct } from '../src/product.ts';

jest.setTimeout(420_000);

const VIEWPORT = { width: 1280, height: 900 };

describe('an administrator', () => {
  let product: Product;
  let admin: Call;
  let page: Page;
  let client: Page;
  let outsider: Outsider;

  beforeAll(async () => {
    product = await takeProduct();
    admin = await product.as('admin');
    page = await product.newPage(undefined, { viewport: VIEWPORT });
    outsider = await connectOutsider(product.stack);
  });
  afterAll(async () => {
    await outsider?.close();
    await product?.stop();
  });

  /** Publishes an event of the organization's integration. Creates the integration if it is missing. */
  const publish = async (organization: string, name: string): Promise<void> => {
    const found = await admin('GET', `/organizations?search=${organization}`);
    const created = async () => (await admin('POST', '/organizations', { name: organization })).body as { id: number };
    const { id: organizationId } = (found.body as { data: { id: number }[] }).data[0] ?? (await created());
    const integrations = await admin('GET', '/integrations?limit=100');
    const { data } = integrations.body as { data: { id: number; organizationId: number }[] };
    const body = { name: `of ${organization}`, organizationId };
    const source =
      data.find((integration) => integration.organizationId === organizationId) ??
      ((await admin('POST', '/integrations', body)).body as { id: number });
    const changes = { source_type: 'banking', event_name: name, details: { message: 'settled' } };
    await outsider.publish(eventOf({ id: source.id, organizationId }, changes));
  };

  it('creates an organization', async () => {
    await page.goto(product.stack.consoleUrl);
    await page.getByRole('link', { name: 'Login', exact: true }).click();
    await page.getByRole('button', { name: /Ada Admin/ }).click();
    await page.waitForURL(/\/dashboard/);
    await page.getByRole('link', { name: 'Organizations' }).click();
    await page.getByRole('button', { name: 'Add Organization' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create organization' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Contoso');
    await dialog.getByRole('button', { name: 'Create organization' }).click();
    await page.getByRole('button', { name: 'Contoso', exact: true }).waitFor();
  });

  it('assigns a user to the organization', async () => {
    await page.getByRole('button', { name: 'Actions for Contoso' }).click();
    await page.getByRole('menuitem', { name: 'Assign users' }).click();
    const dialog = page.getByRole('dialog', { name: 'Assign users to Contoso' });
    await dialog.getByRole('button', { name: 'Assign client@portico.test' }).click();
    const member = dialog.getByRole('region', { name: 'Assigned Users' }).getByRole('listitem');
    await member.getByText('Approved:').click();
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Users assigned to Contoso successfully!').waitFor();
  });

  it('creates an integration of the organization', async () => {
    await page.getByRole('tab', { name: 'Integrations' }).click();
    await page.getByRole('button', { name: 'Add Integration' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create integration' });
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Treasury');
    await dialog.getByRole('button', { name: /Organization assigned/ }).click();
    await page.getByRole('option', { name: 'Contoso' }).click();
    await dialog.getByRole('button', { name: 'Create integration' }).click();
    await page.getByText('Integration Treasury created successfully!').waitFor();
  });

  it('sees an event of the integration live', async () => {
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByText('Live', { exact: true }).waitFor();
    await publish('Contoso', 'transfer.settled');
    const row = page.getByRole('row').filter({ hasText: 'transfer.settled' });
    await row.getByText('Treasury').waitFor();
    await row.getByText('Contoso').waitFor();
  });

  it('lets only the assigned user see the event', async () => {
    const member = await product.as('client');
    // A live row appears as soon as Kafka has the event, but the API returns the event only after it is stored.
    const listed = await eventually(async () => {
      const list = await read<EventList>(member, '/events');
      return list.count > 0 && list;
    }, TIMEOUT_MS);
    expect(listed).toMatchObject({ count: 1, data: [{ integration: 'Treasury', organization: 'Contoso' }] });
    const vendor = await product.as('vendor');
    expect((await vendor('GET', '/events')).body).toMatchObject({ count: 0, data: [] });
  });

  it('receives a request to join', async () => {
    client = await product.newPage(undefined, { viewport: VIEWPORT });
    await client.goto(product.stack.consoleUrl);
    await client.getByRole('link', { name: 'Login', exact: true }).click();
    await client.getByRole('button', { name: /vendor@portico.test/ }).click();
    await client.getByText('You are not currently assigned to any organization.').waitFor();
    await client.getByRole('button', { name: /Hello/ }).click();
    await client.getByRole('menuitem', { name: 'Organization Settings' }).click();
    const dialog = client.getByRole('dialog', { name: 'Organization Settings' });
    await dialog.getByText('Your are not assigned to an Organization').waitFor();
    await dialog.getByRole('button', { name: /Organization$/ }).click();
    await client.getByPlaceholder('Search organizations...').fill('conto');
    await client.getByRole('option', { name: 'Contoso' }).click();
    await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
    await dialog.getByText('Pending approval').waitFor();
    await client.keyboard.press('Escape');
  });

  // spec: 1.6, 4.16, D.14
  it("approves the request, so that the member's browser shows events of only this organization", async () => {
    await publish('Fabrikam', 'hidden.from.others');
    await page.getByRole('link', { name: 'Organizations' }).click();
    await page.getByRole('button', { name: 'Contoso', exact: true }).click();
    await page.getByRole('tab', { name: 'People' }).click();
    await page.getByRole('button', { name: 'Assign users' }).click();
    const dialog = page.getByRole('dialog', { name: 'Assign users to Contoso' });
    await dialog.getByRole('listitem', { name: 'vendor@portico.test' }).getByText('Approved:').click();
    await dialog.getByRole('button', { name: 'Save changes' }).click();

    const rows = client.getByRole('row');
    await rows.filter({ hasText: 'transfer.settled' }).waitFor();
    await client.getByText('Live', { exact: true }).waitFor();
    await publish('Contoso', 'transfer.returned');
    await rows.filter({ hasText: 'transfer.returned' }).waitFor();
    expect(await rows.filter({ hasText: 'hidden.from.others' }).count()).toBe(0);
  });

  it('sees the open tab and labelled counts on a small screen', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`${product.stack.consoleUrl}/admin/functions`);
    const strip = await page.getByRole('tablist', { name: 'Admin' }).boundingBox();
    const tab = await page.getByRole('tab', { name: 'Functions', selected: true }).boundingBox();
    if (!strip || !tab) throw new Error('no tab is open');
    expect(tab.x).toBeGreaterThanOrEqual(strip.x);
    expect(tab.x + tab.width).toBeLessThanOrEqual(strip.x + strip.width + 1);
    await page.goto(`${product.stack.consoleUrl}/admin/organizations`);
    await page.getByRole('row').filter({ hasText: 'Contoso' }).locator('[data-header]').waitFor();
    const before = "getComputedStyle(document.querySelector('[data-header]'), '::before').content";
    expect(await page.evaluate<string>(before)).toContain('Users');
  });
});
