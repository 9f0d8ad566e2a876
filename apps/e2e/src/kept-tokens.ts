import type { Page } from 'playwright-core';

/** What the console keeps of the provider's tokens. */
export type KeptTokens = {
  accessToken: string;
  refreshToken?: string;
  expiresAt: number;
  issuer: string;
  clientId: string;
};

export const keptTokens = async (page: Page): Promise<KeptTokens> =>
  JSON.parse(await page.evaluate('localStorage.portico_provider'));

/** Lets the token of the provider and the one of the product expire, as seen by the console. */
export const endTokens = async (page: Page, changes: Partial<KeptTokens> = {}): Promise<void> => {
  const tokens = { ...(await keptTokens(page)), expiresAt: 0, ...changes };
  const [head = '', payload = '', signature = ''] = String(await page.evaluate('localStorage.portico_token')).split(
    '.',
  );
  const claims = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), exp: 1 };
  const token = [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
  await page.evaluate(
    ([first, second]) => {
      localStorage.setItem('portico_provider', first);
      localStorage.setItem('portico_token', second);
    },
    [JSON.stringify(tokens), token] as const,
  );
};
