import { createContext, runInContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type LocalRecaptcha, recaptchaToken, startRecaptcha } from './index.ts';

let local: LocalRecaptcha;
beforeAll(async () => {
  local = await startRecaptcha();
});
afterAll(() => local.stop());

const verify = async (form: Record<string, string>): Promise<unknown> => {
  const response = await fetch(local.verifyUrl, { method: 'POST', body: new URLSearchParams(form) });
  return response.json();
};
const judge = (token: string): Promise<unknown> => verify({ secret: local.secret, response: token });

type Page = { grecaptcha: { ready: (callback: () => void) => void; execute: (siteKey: string) => Promise<string> } };
const load = async (query: string, globals: object = {}): Promise<Page> => {
  const response = await fetch(`${local.scriptUrl}?${query}`);
  expect(response.headers.get('content-type')).toMatch(/^text\/javascript/);
  const page = { crypto, queueMicrotask, ...globals };
  const window = createContext(Object.assign(page, { window: page }));
  runInContext(await response.text(), window);
  return window as unknown as Page;
};

describe('the local reCAPTCHA', () => {
  it('gives a page a token that passes verification once', async () => {
    const { grecaptcha } = await load(`render=${local.siteKey}`);
    await new Promise<void>((resolve) => grecaptcha.ready(resolve));
    const token = await grecaptcha.execute(local.siteKey);
    expect(await judge(token)).toMatchObject({ success: true, score: 0.9 });
    expect(await judge(token)).toEqual({ success: false, 'error-codes': ['timeout-or-duplicate'] });
    await expect(grecaptcha.execute('another')).rejects.toThrow('Invalid site key');
  });

  it("calls the page's callback when it is loaded", async () => {
    let isLoaded = false;
    await load(`render=${local.siteKey}&onload=loaded`, { loaded: () => (isLoaded = true) });
    expect(isLoaded).toBe(true);
  });

  it('serves no script for a wrong site key', async () => {
    expect((await fetch(`${local.scriptUrl}?render=another`)).status).toBe(400);
  });

  it.each([0, 0.3, 0.8, 1])('verifies a token with score %d', async (score) => {
    expect(await judge(recaptchaToken({ score }))).toMatchObject({ success: true, score });
  });

  it.each([
    ['an expired token', () => judge(recaptchaToken({ ageMs: 121_000 })), 'timeout-or-duplicate'],
    ['text that is not a token', () => judge('pass'), 'invalid-input-response'],
    ['a request without a token', () => verify({ secret: local.secret }), 'missing-input-response'],
    ['a wrong secret', () => verify({ secret: 'x', response: recaptchaToken() }), 'invalid-input-secret'],
    ['a request without a secret', () => verify({ response: recaptchaToken() }), 'missing-input-secret'],
  ])("rejects %s with the provider's error code", async (_, ask, code) => {
    expect(await ask()).toEqual({ success: false, 'error-codes': [code] });
  });
});
