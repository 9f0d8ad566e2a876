import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { STARTING } from '@portico/testkit';
import { browsersAt, newEmail } from './browsers.ts';
import { type Identity, type IdentityApp, startIdentity, startIdentityApp } from './identity.ts';
import { startTestProvider, type TestProvider } from './test-provider.ts';

describe('sign-on with an access token', () => {
  let provider: TestProvider;
  let identity: IdentityApp;
  let strict: IdentityApp;
  let local: Identity;
  let at: ReturnType<typeof browsersAt>;
  let strictAt: ReturnType<typeof browsersAt>;
  beforeAll(async () => {
    [provider, local] = await Promise.all([startTestProvider(), startIdentity()]);
    identity = await startIdentityApp(provider.issuer);
    strict = await startIdentityApp(provider.issuer, { REQUIRE_MFA_FOR_ADMINS: 'true', OIDC_MFA_ACR: 'gold, silver' });
    [at, strictAt] = [browsersAt(identity.url, provider), browsersAt(strict.url, provider)];
  }, STARTING);
  afterAll(async () => {
    await Promise.all([identity.stop(), strict.stop(), local.stop()]);
    await provider.stop();
  });

  it.each([['azp'], ['client_id'], ['appid']])('rejects a token of another client (%s)', async (claim) => {
    const email = newEmail();
    expect((await at.enter(email, { [claim]: 'another-app' })).status).toBe(401);
    expect((await at.enter(email, { [claim]: 'portico-console' })).status).toBe(200);
  });

  describe('and a second factor required for administrators', () => {
    const admin = async (): Promise<string> => {
      const email = newEmail();
      const boss = await local.as('superadmin');
      await boss.call('POST', '/users', { name: 'Ada', email, usertype: 'ADMIN' });
      return email;
    };

    it.each<[Record<string, unknown>, number]>([
      [{}, 403],
      [{ amr: ['pwd'] }, 403],
      [{ amr: 'mfa' }, 403],
      [{ amr: ['pwd', 'mfa'] }, 200],
      [{ acr: 'bronze' }, 403],
      [{ acr: 'silver' }, 200],
      [{ acr: '' }, 403],
    ])("responds to an administrator's claims %j with %d", async (claims, status) => {
      const response = await strictAt.enter(await admin(), claims);
      expect(response.status).toBe(status);
      if (status === 403) expect(await response.json()).toMatchObject({ code: 'mfa_required' });
    });

    it('needs no second factor for a user who is not an administrator', async () => {
      const boss = await local.as('superadmin');
      const browser = await strictAt.signIn(newEmail());
      expect((await strictAt.renew(browser.cookie)).status).toBe(200);
      await boss.call('PATCH', `/users/${browser.user.id}`, { usertype: 'ADMIN' });
      const response = await strictAt.renew(browser.cookie);
      expect([response.status, await response.json()]).toMatchObject([403, { code: 'mfa_required' }]);
    });
  });
});
