import { describe, expect, it } from '@jest/globals';
import { issueServiceToken, SERVICE_CALLER, ServiceTokens } from '../auth/service-tokens.ts';
import { Passes } from './passes.ts';

const [OLD, NEW] = ['old'.repeat(12), 'new'.repeat(12)];
const REQUEST = { method: 'GET', path: '/events' };

describe('secret rotation', () => {
  it.each([
    ['accepts passes of an earlier secret that is still listed', [NEW, OLD], true],
    ['rejects passes of an earlier secret that is no longer listed', [NEW], false],
  ] as const)('%s', async (_when, [first, ...others], isValid) => {
    const pass = await new Passes({ SIGNING_SECRET: [OLD] }).issue('GET /users/export', 60);
    const checked = await new Passes({ SIGNING_SECRET: [first, ...others] }).check('GET /users/export', pass);
    expect(checked !== null).toBe(isValid);
  });

  it.each([
    ['accepts service tokens of an earlier secret that is still listed', [NEW, OLD], true],
    ['rejects service tokens of an earlier secret that is no longer listed', [NEW], false],
  ] as const)('%s', async (_when, [first, ...others], isValid) => {
    const token = await issueServiceToken(OLD, SERVICE_CALLER, { service: 'events', ...REQUEST });
    const verified = new ServiceTokens({ SERVICE_SECRET: [first, ...others] }, 'events').verify(token, REQUEST);
    await (isValid
      ? expect(verified).resolves.toMatchObject({ id: 0 })
      : expect(verified).rejects.toMatchObject({ code: 'unauthenticated' }));
  });

  it('signs with the first secret and rejects a valid signature with wrong claims', async () => {
    const pass = await new Passes({ SIGNING_SECRET: [NEW, OLD] }).issue('this', 60);
    expect(await new Passes({ SIGNING_SECRET: [NEW] }).check('this', pass)).not.toBeNull();
    expect(await new Passes({ SIGNING_SECRET: [OLD, NEW] }).check('that', pass)).toBeNull();
    const expired = await new Passes({ SIGNING_SECRET: [OLD] }).issue('this', -1);
    expect(await new Passes({ SIGNING_SECRET: [NEW, OLD] }).check('this', expired)).toBeNull();
  });
});
