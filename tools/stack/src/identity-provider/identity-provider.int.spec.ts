import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { createBrowser, signIn } from '../sign-in/index.ts';
import { DEMO_ACCOUNTS } from '../demo-accounts.ts';
import { audience, clientId, consoleUrl, startFixture, type Fixture } from './provider-fixture.ts';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const preflight = (origin: string) =>
  fetch(fixture.endpoints.token_endpoint, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
  });

describe('signing on', () => {
  // spec: D.25
  it.each(['lead', 'vendor', 'client', 'admin', 'superadmin'])(
    'gives %s tokens that verify against the published keys',
    async (key) => {
      const { email, name } = DEMO_ACCOUNTS.find((account) => account.key === key) ?? {};
      const tokens = await signIn(fixture.asking({ account: key }));
      const keys = createRemoteJWKSet(new URL(fixture.endpoints.jwks_uri));
      const { payload, protectedHeader } = await jwtVerify(tokens.accessToken, keys, {
        issuer: fixture.issuer,
        audience,
        algorithms: ['RS256'],
      });
      expect(payload).toMatchObject({ email, name, email_verified: true, sub: email, client_id: clientId });
      expect(protectedHeader).toMatchObject({ typ: 'at+jwt' });
      expect(payload.exp).toBe((payload.iat ?? 0) + 3_600);
      const { payload: claims } = await jwtVerify(tokens.idToken, keys, {
        issuer: fixture.issuer,
        audience: clientId,
      });
      expect(claims).toMatchObject({ email, name, email_verified: true, sub: email });
      expect(tokens.email).toBe(email);
    },
  );

  it('rejects a wrong password with a message on the page', async () => {
    await expect(signIn(fixture.asking({ password: 'portico' }))).rejects.toMatchObject({ code: 'access_denied' });
    const browser = createBrowser();
    const url = fixture.authorizeUrl({ login_hint: '"><script>alert(1)</script>' });
    const page = await browser.open(url);
    expect(await page.response.text()).toContain('value="&quot;&gt;&lt;script&gt;');
    const again = await browser.open(page.url, { form: { email: 'client@portico.test', password: 'wrong' } });
    const html = await again.response.text();
    expect(again.response.status).toBe(401);
    expect(html).toContain('role="alert"');
    expect(html).toContain('belong to no demo account');
    expect(html).toContain('value="client@portico.test"');
    expect(again.response.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('rejects unknown users, another audience, and a return address outside the console', async () => {
    await expect(signIn(fixture.asking({ account: 'eve@portico.test' }))).rejects.toMatchObject({
      code: 'access_denied',
    });
    await expect(signIn(fixture.asking({ audience: 'https://elsewhere' }))).rejects.toMatchObject({
      code: 'invalid_target',
    });
    await expect(signIn(fixture.asking({ redirectUri: 'http://evil.test/callback' }))).rejects.toThrow();
  });

  it('links back to the console when the page has expired', async () => {
    const { response } = await createBrowser().open(`${fixture.issuer}/sign-in/long-gone`);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('This sign-in has expired');
  });
});

describe('the identity provider', () => {
  it('accepts calls from the origin of the console only', async () => {
    expect((await preflight(consoleUrl)).headers.get('access-control-allow-origin')).toBe(consoleUrl);
    expect((await preflight('http://evil.test')).headers.get('access-control-allow-origin')).toBeNull();
    for (const url of [`${fixture.issuer}/.well-known/openid-configuration`, fixture.endpoints.token_endpoint]) {
      const response = await fetch(url, { headers: { origin: 'http://evil.test' } });
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  it.each(['127.0.0.1', '[::1]'])('listens on %s', async (host) => {
    const response = await fetch(`http://${host}:${fixture.port}/.well-known/openid-configuration`);
    expect(await response.json()).toMatchObject({ issuer: fixture.issuer });
  });
});
