import { dataDirOf, runningStack, stackToken } from '@portico/stack/sign-in';
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { type Call, caller } from '../http.ts';
import type { StackAddresses } from './stack.ts';

export const tokenOf = ({ environment }: StackAddresses, account: string): Promise<string> =>
  stackToken(runningStack(dataDirOf(environment)), account);

export const callAs = async (stack: StackAddresses, account: string): Promise<Call> =>
  caller(stack.apiUrl, await tokenOf(stack, account));

/** A script that signs an account in before the page's own code runs, without the provider. */
export const signInScript = async (stack: StackAddresses, account: string): Promise<string> => {
  const token = await tokenOf(stack, account);
  const { body } = await caller(stack.apiUrl, token)('GET', '/auth');
  const stored = { portico_token: token, portico_user: JSON.stringify(body) };
  return `Object.assign(localStorage, ${JSON.stringify(stored)});`;
};

export async function signedIn(
  browser: Browser,
  stack: StackAddresses,
  account: string,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  await context.addInitScript(await signInScript(stack, account));
  return context;
}
