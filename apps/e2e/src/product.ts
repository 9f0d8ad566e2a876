import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { type Call, eventually } from '@portico/testkit';
import { launchBrowser } from '@portico/testkit/product/browser';
import { callAs, signedIn } from '@portico/testkit/product/signed-in';
import { type StackAddresses, startNewStack } from '@portico/testkit/product/stack';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { connectOutsider, type Outsider } from './outsider.ts';

/** A running product with only its demo accounts, and a browser. */
export type Product = {
  stack: StackAddresses;
  /** Returns a function that calls the API as a demo account. */
  as: (account: string) => Promise<Call>;
  /** Opens an empty page in a separate browser context, for a signed-in demo account or a visitor. */
  newPage: (account?: string, context?: BrowserContextOptions) => Promise<Page>;
  /** Gives the product back, so that the next suite can take it. */
  stop: () => Promise<void>;
};

/** Timeout in milliseconds for something to appear on a page, on a busy machine. */
export const TIMEOUT_MS = 60_000;

type ProductOptions = {
  /** Starts the browser. Default: Chromium. */
  launch?: () => Promise<Browser>;
  /** Whether to take a product that no suite has used. Otherwise, administrators see the events of earlier suites. */
  isNew?: boolean;
};

/** Takes a product from the pool, which exists during a run of the browser suites (global-setup.mjs). Otherwise, starts a product. */
const takeStack = async (isNew: boolean): Promise<{ stack: StackAddresses; giveBack: () => Promise<unknown> }> => {
  const port = process.env.PORTICO_PRODUCTS;
  if (port === undefined) {
    const stack = await startNewStack();
    return { stack, giveBack: stack.stop };
  }
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(isNew ? 'new\n' : 'any\n');
  const [line] = (await once(createInterface({ input: socket }), 'line')) as [string];
  const { error, ...stack } = JSON.parse(line) as StackAddresses & { error?: string };
  if (error !== undefined) throw new Error(error);
  return { stack, giveBack: async () => socket.end() };
};

/** Takes a product for one suite. */
export async function takeProduct({ launch = launchBrowser, isNew = false }: ProductOptions = {}): Promise<Product> {
  const { stack, giveBack } = await takeStack(isNew);
  let launched: Promise<Browser> | undefined;
  return {
    stack,
    as: (account) => callAs(stack, account),
    newPage: async (account, options = {}) => {
      const browser = await (launched ??= launch());
      const context = await (account === undefined
        ? browser.newContext(options)
        : signedIn(browser, stack, account, options));
      context.setDefaultTimeout(TIMEOUT_MS);
      return context.newPage();
    },
    stop: async () => {
      try {
        await (await launched)?.close();
      } finally {
        await giveBack();
      }
    },
  };
}

/** A product in which the organization Northwind has a publishing integration. */
export type Publishing = Product & {
  admin: Call;
  client: Call;
  integration: { id: number; organizationId: number };
  outsider: Outsider;
};

/**
 * Takes a product and creates an organization with an integration. Gives the product back if the creation fails.
 * @param manager account that creates the organization. A client becomes its manager; an administrator does not
 */
export async function takePublishing(
  name: string,
  options: ProductOptions = {},
  manager: 'client' | 'admin' = 'client',
): Promise<Publishing> {
  const product = await takeProduct(options);
  try {
    const [admin, client] = [await product.as('admin'), await product.as('client')];
    const create = async (call: Call, path: string, body: object): Promise<number> =>
      ((await call('POST', path, body)).body as { id: number }).id;
    const maker = { admin, client }[manager];
    const organizationId = await create(maker, '/organizations', { name: 'Northwind' });
    const id = await create(admin, '/integrations', { name, organizationId });
    await eventually(async () => {
      const { body } = await maker('GET', '/events');
      return (body as { integrations: string[] }).integrations.length === 1;
    }, TIMEOUT_MS);
    const outsider = await connectOutsider(product.stack);
    const stop = () => outsider.close().finally(product.stop);
    return { ...product, admin, client, integration: { id, organizationId }, outsider, stop };
  } catch (error) {
    await product.stop();
    throw error;
  }
}
