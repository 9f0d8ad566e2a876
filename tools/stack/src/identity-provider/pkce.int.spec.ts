import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createBrowser, requestTokens, signIn } from '../sign-in/index.ts';
import { audience, clientId, consoleUrl, redirectUri, startFixture, type Fixture } from './provider-fixture.ts';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

describe('the authorization code flow', () => {
  const errorOf = async (url: URL) =>
    (await createBrowser().open(url, { stopAt: consoleUrl })).url.searchParams.get('error');

  // spec: D.23
  it('requires a PKCE challenge', async () => {
    const url = fixture.authorizeUrl({ prompt: 'none' });
    expect(await errorOf(url)).toBe('login_required');
    for (const name of ['code_challenge', 'code_challenge_method']) url.searchParams.delete(name);
    expect(await errorOf(url)).toBe('invalid_request');
  });

  /** The verifier of the fixture's challenge, from RFC 7636, appendix B. */
  const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
  const codeOf = async (): Promise<string> => {
    const browser = createBrowser();
    await signIn(fixture.asking({ browser }));
    const url = fixture.authorizeUrl({ prompt: 'none', audience });
    return (await browser.open(url, { stopAt: redirectUri })).url.searchParams.get('code') ?? '';
  };
  const redeem = (form: Record<string, string>) => {
    const usual = { grant_type: 'authorization_code', client_id: clientId, redirect_uri: redirectUri };
    return requestTokens(fixture.issuer, { ...usual, code_verifier: verifier, ...form });
  };

  it('redeems a code once, and revokes its tokens when the code is used again', async () => {
    const code = await codeOf();
    const { refresh_token: refreshToken } = await redeem({ code });
    await expect(redeem({ code })).rejects.toMatchObject({ code: 'invalid_grant' });
    await expect(fixture.refresh(refreshToken)).rejects.toMatchObject({ code: 'invalid_grant' });
  });

  it.each([
    ['another verifier', { code_verifier: 'x'.repeat(43) }, 'invalid_grant'],
    ['another redirect URL', { redirect_uri: `${consoleUrl}/` }, 'invalid_grant'],
    ['another client', { client_id: 'somebody' }, 'invalid_client'],
  ])('rejects a code with %s', async (_, form, error) => {
    await expect(redeem({ code: await codeOf(), ...form })).rejects.toMatchObject({ code: error });
  });
});
