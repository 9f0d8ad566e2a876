import type { IntegrationEvent } from '@portico/contracts/events/integration-event';
import { eventually } from '@portico/testkit';
import { signInScript } from '@portico/testkit/product/signed-in';
import type { BrowserContext, Page } from 'playwright-core';
import { eventOf } from './outsider.ts';
import { TIMEOUT_MS, type Publishing, takePublishing } from './product.ts';
import { PAID, type Viewer } from './screens.ts';

const CART = [{ productId: 'prod_bank_account', name: 'Bank account' }];
const PAY = /^(Pay|Subscribe) \$/;
/** Stops the countdown after a payment, so that the success screen stays open. */
const WITHOUT_COUNTDOWN = `if (location.pathname === '/checkout/success') {
  const later = setTimeout;
  self.setTimeout = (work, delay, ...rest) => (delay === 1_000 ? 0 : later(work, delay, ...rest));
}`;

export type Furnished = {
  product: Publishing;
  /** Returns the URL of a screen's path. */
  urlOf: (path: string) => string;
  /** Opens a page as the only page of its browser context, with the viewer's storage and the cache of the viewer's earlier pages. */
  newPage: (viewer: Viewer, options?: { hasCache: boolean }) => Promise<Page>;
  /** Closes a page. The viewer's next page reuses its browser context. */
  leave: (page: Page) => Promise<void>;
  /**
   * Runs `look` on a viewer's page that has the given scripts. The next call with the same viewer and scripts reuses the emptied page
   * and its process, which saves more than half of a page's cost.
   */
  lookAs: (viewer: Viewer, scripts: readonly string[], look: (page: Page) => Promise<void>) => Promise<void>;
  publish: (...changes: Partial<IntegrationEvent>[]) => Promise<void>;
};

const VIEWPORT = { width: 1280, height: 720 };
/** Removes all state that the use of a page has left. Confirms the browser's question whether to leave a form with unsaved changes. */
const empty = async (page: Page): Promise<void> => {
  page.once('dialog', (question) => question.accept());
  await page.unrouteAll();
  await page.evaluate('sessionStorage.clear()').catch(() => undefined); // storage may be blocked
  await page.setViewportSize(VIEWPORT);
  await page.goto('about:blank');
  for (const event of ['dialog', 'pageerror'] as const) page.removeAllListeners(event);
};

/** Pays a checkout on the payment page, and returns the id of the checkout. */
const pay = async (page: Page, paymentPage: string): Promise<string> => {
  await page.goto(paymentPage);
  await page.getByRole('button', { name: PAY }).click();
  await page.waitForURL(/session_id=/);
  const paid = new URL(page.url()).searchParams.get('session_id');
  if (paid === null) throw new Error('the payment page led back without a checkout');
  return paid;
};

/** Takes a new product, and creates an organization with a purchase, an integration, accepted and rejected events and a saved view. */
export const takeFurnished = async (): Promise<Furnished> => {
  const product = await takePublishing('payroll', { isNew: true }, 'admin');
  try {
    return await furnish(product);
  } catch (error) {
    await product.stop();
    throw error;
  }
};

const furnish = async (product: Publishing): Promise<Furnished> => {
  const { stack, admin, integration, outsider } = product;
  const chosen = JSON.stringify({ id: integration.organizationId, name: 'Northwind' });
  const cart = `localStorage.setItem('portico_cart', '${JSON.stringify(CART)}');`;
  const scripts: Record<Viewer, string> = {
    visitor: '',
    admin: await signInScript(stack, 'admin'),
    lead: await signInScript(stack, 'lead'),
    client: `${await signInScript(stack, 'client')} ${cart}`,
    unlucky: await signInScript(stack, 'vendor'),
    buyer: `${await signInScript(stack, 'superadmin')} ${cart}
      localStorage.setItem('organizations_local_chosen', '${chosen}'); ${WITHOUT_COUNTDOWN}`,
  };
  const idle = new Map<Viewer, BrowserContext[]>();
  const viewers = new Map<BrowserContext, Viewer>();
  const newPage = async (viewer: Viewer, { hasCache } = { hasCache: true }): Promise<Page> => {
    const context = hasCache ? idle.get(viewer)?.pop() : undefined;
    if (context) return context.newPage();
    const page = await product.newPage(undefined, { reducedMotion: 'reduce', viewport: VIEWPORT });
    await page.context().addInitScript(`localStorage.clear(); ${scripts[viewer]}`);
    if (viewer === 'unlucky') await page.context().route('**/users/organizations', (route) => route.abort());
    viewers.set(page.context(), viewer);
    return page;
  };
  const leave = async (page: Page): Promise<void> => {
    const viewer = viewers.get(page.context());
    await page.close();
    if (viewer !== undefined) idle.set(viewer, [...(idle.get(viewer) ?? []), page.context()]);
  };
  const pages = new Map<string, Page[]>();
  const lookAs: Furnished['lookAs'] = async (viewer, initScripts, look) => {
    const key = JSON.stringify([viewer, ...initScripts]);
    const left = pages.get(key)?.pop();
    const page = left ?? (await newPage(viewer));
    if (!left) for (const script of initScripts) await page.addInitScript(script);
    await look(page);
    await empty(page);
    pages.set(key, [...(pages.get(key) ?? []), page]);
  };
  const publish = (...changes: Partial<IntegrationEvent>[]) =>
    outsider.publish(...changes.map((change) => eventOf(integration, { details: { message: 'Ran' }, ...change })));

  await admin('POST', `/integrations/${integration.id}/keys`, { label: 'Production' });
  await admin('POST', '/views', { name: 'Failures', search: { status: 'FAILURE' } });
  const failure = { result: 'FAILURE', severity_text: 'ERROR' } as const;
  await publish(...Array.from({ length: 8 }, () => [{}, failure]).flat());
  await outsider.send({ value: '{"id": "half an event' });

  const order = { productIds: CART.map(({ productId }) => productId), organizationId: integration.organizationId };
  const checkout = await admin('POST', '/stripe/checkout', order);
  const buyer = await newPage('buyer');
  const paid = await pay(buyer, (checkout.body as { url: string }).url);
  await leave(buyer);
  const count = async (path: string, of: string) =>
    ((await admin('GET', path)).body as Record<string, unknown[]>)[of]?.length ?? 0;
  const organization = `/organizations/${integration.organizationId}`;
  await eventually(async () => (await count(organization, 'organizationProducts')) === 1, TIMEOUT_MS);
  await eventually(async () => (await count('/events?limit=25', 'data')) === 16, TIMEOUT_MS);
  await eventually(async () => (await count('/events/rejected', 'data')) === 1, TIMEOUT_MS);
  return { product, urlOf: (path) => stack.consoleUrl + path.replace(PAID, paid), newPage, leave, lookAs, publish };
};
