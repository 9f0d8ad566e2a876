import { caller } from '../http.ts';
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { run } from './command.ts';
import type { Stack } from './stack.ts';

/** Run before a page's own code, it signs an account in without the provider. */
export const signInScript = async ({ environment, apiUrl }: Stack, account: string): Promise<string> => {
  const token = (await run(`npm run --silent token -- ${account}`, environment)).trim();
  const { body } = await caller(apiUrl, token)('GET', '/auth');
  const stored = { portico_token: token, portico_user: JSON.stringify(body) };
  return `Object.assign(localStorage, ${JSON.stringify(stored)});`;
};

/** A browser with a signed-in user. */
export async function signedIn(
  browser: Browser,
  stack: Stack,
  account: string,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  await context.addInitScript(await signInScript(stack, account));
  return context;
}
