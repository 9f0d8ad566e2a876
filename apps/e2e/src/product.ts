import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Call, caller, eventually } from '@portico/testkit';
import { launchBrowser } from '@portico/testkit/product/browser';
import { run } from '@portico/testkit/product/command';
import { signedIn } from '@portico/testkit/product/signed-in';
import { freePorts, type Stack, startStack } from '@portico/testkit/product/stack';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { connectOutsider, type Outsider } from './outsider.ts';

/** A stack with an integration that publishes, and an administrator's browser. */
export type Product = {
  stack: Stack;
  admin: Call;
  integration: { id: number; organizationId: number };
  outsider: Outsider;
  /** Of the administrator; nothing is loaded yet. */
  page: Page;
  stop: () => Promise<void>;
};

export type ProductOptions = {
  /** A part of the name of its data folder. */
  name: string;
  /** The name of the integration, which is Northwind's. */
  integration: string;
  /** Longest wait for something on the page, in milliseconds. */
  soon: number;
  context?: BrowserContextOptions;
  /** Settings of the stack. */
  environment?: NodeJS.ProcessEnv;
};

const VIEWPORT = { width: 1440, height: 900 };

const create = async (admin: Call, path: string, body: object): Promise<number> =>
  ((await admin('POST', path, body)).body as { id: number }).id;

/** Starts the product for one suite; what was started ends when the rest does not start. */
export async function startProduct({
  name,
  integration,
  soon,
  context = {},
  environment = {},
}: ProductOptions): Promise<Product> {
  const started: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const end of started.splice(0).toReversed()) await end();
  };
  try {
    const dataDir = await mkdtemp(join(tmpdir(), `portico-${name}-`));
    started.push(() => rm(dataDir, { recursive: true, force: true }));
    const stack = await startStack(dataDir, await freePorts(), ['--no-demo'], { environment });
    started.push(() => stack.stop());
    const admin = caller(stack.apiUrl, (await run('npm run --silent token -- admin', stack.environment)).trim());
    const organizationId = await create(admin, '/organizations', { name: 'Northwind' });
    const id = await create(admin, '/integrations', { name: integration, organizationId });
    await eventually(async () => {
      const { body } = await admin('GET', '/events');
      return (body as { integrations: string[] }).integrations.length === 1;
    }, soon);
    const outsider = await connectOutsider(stack);
    started.push(() => outsider.close());
    const browser = await launchBrowser();
    started.push(() => browser.close());
    const page = await (await signedIn(browser, stack, 'admin', { viewport: VIEWPORT, ...context })).newPage();
    page.setDefaultTimeout(soon);
    return { stack, admin, integration: { id, organizationId }, outsider, page, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
