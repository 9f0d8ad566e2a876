import { caller } from '@portico/testing';
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { run } from './command.ts';
import type { Stack } from './stack.ts';

/** A browser in which somebody is signed in already, without the way through the provider. */
export async function signedIn(
  browser: Browser,
  { environment, apiUrl }: Stack,
  account: string,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const token = (await run(`npm run --silent token -- ${account}`, environment)).trim();
  const { body } = await caller(apiUrl, token)('GET', '/auth');
  const context = await browser.newContext(options);
  const stored = { portico_token: token, portico_user: JSON.stringify(body) };
  await context.addInitScript(`Object.assign(localStorage, ${JSON.stringify(stored)})`);
  return context;
}
