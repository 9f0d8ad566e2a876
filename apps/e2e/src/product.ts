import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { type Call, eventually } from '@portico/testkit';
import { launchBrowser } from '@portico/testkit/product/browser';
import { callAs, signedIn } from '@portico/testkit/product/signed-in';
import { type StackAddresses, startNewStack } from '@portico/testkit/product/stack';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { connectOutsider, type Outsider } from './outsider.ts';

/** A running product with its demo accounts and nothing else, and a browser. */
export type Product = {
  stack: StackAddresses;
  /** The API as a demo account calls it. */
  as: (account: string) => Promise<Call>;
  /** A page in a browser context of its own, of a signed-in demo account or of a visitor; nothing is loaded yet. */
  newPage: (account?: string, context?: BrowserContextOptions) => Promise<Page>;
  /** The next suite may take the product. */
  stop: () => Promise<void>;
};

export type ProductOptions = {
  /** Longest wait for something on a page, in milliseconds. */
  soon: number;
  /** Starts the browser; Chromium by default. */
  launch?: () => Promise<Browser>;
  /** Whether no suite had the product before; otherwise administrators see what others have published. */
  isNew?: boolean;
};

/** From the pool, which is there for a run of the browser suites (global-setup.mjs); otherwise one is started. */
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
export async function takeProduct({ soon, launch = launchBrowser, isNew = false }: ProductOptions): Promise<Product> {
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
      context.setDefaultTimeout(soon);
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

/** A product in which the organization Northwind has an integration that publishes. */
export type Publishing = Product & {
  admin: Call;
  client: Call;
  integration: { id: number; organizationId: number };
  outsider: Outsider;
};

/**
 * Takes a product and makes the integration of this name; gives the product back when that fails.
 * @param manager who makes the organization: a client becomes its manager, an administrator does not
 */
export async function takePublishing(
  name: string,
  options: ProductOptions,
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
    }, options.soon);
    const outsider = await connectOutsider(product.stack);
    const stop = () => outsider.close().finally(product.stop);
    return { ...product, admin, client, integration: { id, organizationId }, outsider, stop };
  } catch (error) {
    await product.stop();
    throw error;
  }
}
