import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createBrowser } from '../sign-in/index.ts';
import { consoleUrl, startFixture, type Fixture } from './provider-fixture.ts';

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
});
