import { caller, eventually } from '@portico/testkit';
import type { Browser, Page } from 'playwright-core';
import { run } from '@portico/testkit/product/command';
import { connectOutsider } from './outsider.ts';
import type { Viewer } from './screens.ts';
import { signInScript } from '@portico/testkit/product/signed-in';
import type { Stack } from '@portico/testkit/product/stack';

const CART = [{ productId: 'prod_bank_account', name: 'Bank account' }];
const PAY = /^(Pay|Subscribe) \$/;
/** A payment is processed within a second on a quiet machine. */
const SOON = 30_000;

export type Furnished = {
  /** A page in its own browser context, isolated from other pages. */
  newPage: (viewer: Viewer) => Promise<Page>;
  /** Id of a checkout that was paid. */
  paid: string;
};

const publish = async ({ environment, kafkaBrokers }: Stack): Promise<void> => {
  for (const result of ['SUCCESS', 'FAILURE'])
    await run(
      `npm run publish:event -- --integration payroll --event payrun.completed --result ${result} --message "Ran" --count 8`,
      environment,
    );
  const outsider = await connectOutsider({ kafkaBrokers });
  await outsider.send({ value: '{"id": "half an event' });
  await outsider.close();
};

/** Pays a checkout on the payment page, as a buyer would; returns its id. */
const pay = async (page: Page, paymentPage: string): Promise<string> => {
  await page.goto(paymentPage);
  await page.getByRole('button', { name: PAY }).click();
  await page.waitForURL(/session_id=/);
  const paid = new URL(page.url()).searchParams.get('session_id');
  await page.context().close();
  if (paid === null) throw new Error('the payment page led back without a checkout');
  return paid;
};

/** Makes an organization with products, an integration, events good and rejected and a saved view, and everyone who looks. */
export const furnish = async (browser: Browser, stack: Stack): Promise<Furnished> => {
  const scripts = new Map<Viewer, string>([['visitor', '']]);
  const join = async (viewer: Viewer, account: string, script = ''): Promise<void> => {
    scripts.set(viewer, `${await signInScript(stack, account)} ${script}`);
  };
  const newPage = async (viewer: Viewer): Promise<Page> => {
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    context.setDefaultTimeout(SOON);
    const script = scripts.get(viewer);
    if (script === undefined) throw new Error(`there is no ${viewer}`);
    await context.addInitScript(script);
    if (viewer === 'unlucky') await context.route('**/users/organizations', (route) => route.abort());
    return context.newPage();
  };
  const cart = `localStorage.setItem('portico_cart', '${JSON.stringify(CART)}');`;
  await join('admin', 'admin');
  await join('lead', 'lead');
  await join('client', 'client', cart);
  await join('unlucky', 'vendor');

  const admin = caller(stack.apiUrl, (await run('npm run --silent token -- admin', stack.environment)).trim());
  const { body } = await admin('POST', '/organizations', { name: 'Northwind' });
  const { id } = body as { id: number };
  await admin('POST', '/integrations', { name: 'payroll', organizationId: id });
  await admin('POST', '/integrations/1/keys', { label: 'Production' });
  await admin('POST', '/views', { name: 'Failures', search: { status: 'FAILURE' } });
  await eventually(async () => (await admin('GET', '/integrations?search=payroll')).status === 200);
  await publish(stack);

  const chosen = JSON.stringify({ id, name: 'Northwind' });
  // Countdowns are stopped there, so that screens that redirect can be checked.
  await join(
    'buyer',
    'superadmin',
    `${cart} localStorage.setItem('organizations_local_chosen', '${chosen}');
    const later = setTimeout;
    self.setTimeout = (work, delay, ...rest) => (delay === 1_000 ? 0 : later(work, delay, ...rest));`,
  );
  const order = { productIds: CART.map(({ productId }) => productId), organizationId: id };
  const checkout = await admin('POST', '/stripe/checkout', order);
  const paid = await pay(await newPage('buyer'), (checkout.body as { url: string }).url);
  const count = async (path: string, of: string) =>
    ((await admin('GET', path)).body as Record<string, unknown[]>)[of]?.length ?? 0;
  await eventually(async () => (await count(`/organizations/${id}`, 'organizationProducts')) === 1, SOON);
  await eventually(async () => (await count('/events?limit=25', 'data')) === 16, SOON);
  await eventually(async () => (await count('/events/rejected', 'data')) === 1, SOON);
  return { newPage, paid };
};
