import type { Page } from 'playwright-core';

/** Name of the cookie that renews the product's token. */
export const SESSION_COOKIE = /^portico_session/;

/**
 * Makes the console treat the product's token as expired, by changing the stored copy.
 * @returns the original token
 */
export const endToken = async (page: Page): Promise<string> => {
  const before = String(await page.evaluate('localStorage.portico_token'));
  const [head = '', payload = '', signature = ''] = before.split('.');
  const claims = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), exp: 1 };
  const token = [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
  await page.evaluate((text) => localStorage.setItem('portico_token', text), token);
  return before;
};
