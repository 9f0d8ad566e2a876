import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { createBrowser, createCookieJar, signIn } from '../sign-in/index.ts';
import { audience, consoleUrl, startFixture, type Fixture } from './provider-fixture.ts';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

/** Signs on silently, like a hidden frame of the console. Returns the parameters of the redirect to the console. */
const silent = async (browser = createBrowser()): Promise<URLSearchParams> => {
  const url = fixture.authorizeUrl({ prompt: 'none', audience, state: 'of-the-console' });
  return (await browser.open(url, { stopAt: consoleUrl })).url.searchParams;
};

describe('the identity provider', () => {
  it('answers a silent sign-on without a session with login_required', async () => {
    expect((await silent()).get('error')).toBe('login_required');
  });

  it('answers a silent sign-on with a code while there is a session, also after a restart', async () => {
    const browser = createBrowser();
    const tokens = await signIn(fixture.asking({ browser }));
    expect((await silent(browser)).get('code')).toMatch(/^[\w-]+$/);

    await fixture.restart();
    expect((await silent(browser)).get('code')).toMatch(/^[\w-]+$/);
    const renewed = await fixture.refresh(tokens.refreshToken);
    const keys = createRemoteJWKSet(new URL(fixture.endpoints.jwks_uri));
    await jwtVerify(tokens.accessToken, keys, { issuer: fixture.issuer, audience });
    const { payload } = await jwtVerify(renewed.access_token, keys, { issuer: fixture.issuer, audience });
    expect(payload['email']).toBe('admin@portico.test');
  });

  // spec: 7.28, D.24
  it('rotates refresh tokens and revokes the whole token family when a token is reused', async () => {
    const { refreshToken } = await signIn(fixture.asking());
    const second = await fixture.refresh(refreshToken);
    expect(second.refresh_token).not.toBe(refreshToken);
    await expect(fixture.refresh(refreshToken)).rejects.toMatchObject({ code: 'invalid_grant' });
    await expect(fixture.refresh(second.refresh_token)).rejects.toMatchObject({ code: 'invalid_grant' });
  });

  it('switches to another user who signs on in the same browser', async () => {
    const jar = createCookieJar();
    await signIn(fixture.asking({ browser: createBrowser(jar) }));
    const again = await signIn(fixture.asking({ account: 'client', browser: createBrowser(jar) }));
    expect(again.email).toBe('admin@portico.test');
    await fixture.signOut(createBrowser(jar), consoleUrl);
    const other = await signIn(fixture.asking({ account: 'client', browser: createBrowser(jar) }));
    expect(other.email).toBe('client@portico.test');
  });
});

describe('signing out', () => {
  it.each([
    ['at once if the client sends its ID token', true],
    ['after confirmation if the client sends no ID token', false],
  ])('ends the session and its refresh tokens and redirects to the console %s', async (_, isKnown) => {
    const browser = createBrowser();
    const { refreshToken, idToken } = await signIn(fixture.asking({ browser }));
    const landing = await fixture.signOut(browser, `${consoleUrl}/`, isKnown ? idToken : undefined);
    expect(landing.page.includes('<script>')).toBe(isKnown);
    expect(landing.url.origin + landing.url.pathname).toBe(`${consoleUrl}/`);
    expect((await silent(browser)).get('error')).toBe('login_required');
    await expect(fixture.refresh(refreshToken)).rejects.toMatchObject({ code: 'invalid_grant' });
  });

  it.each(['http://evil.test/', `${consoleUrl}.evil.test/`, '//evil.test', 'javascript:alert(1)', `${consoleUrl}1/`])(
    'is rejected with the return address %s, and keeps the session',
    async (returnTo) => {
      const browser = createBrowser();
      await signIn(fixture.asking({ browser }));
      const { response } = await fixture.signOut(browser, returnTo);
      expect(response.status).toBe(400);
      expect(response.headers.get('location')).toBeNull();
      expect((await silent(browser)).get('code')).toMatch(/^[\w-]+$/);
    },
  );
});
