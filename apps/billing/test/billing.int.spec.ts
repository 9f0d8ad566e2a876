import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { startStripe } from '@portico/local-stack/stripe';
import { parseConfig, startService } from '@portico/service';
import { type Answer, caller, startTestTokens, type TestTokens } from '@portico/testing';
import { AppModule } from '../src/app.module.ts';
import { BillingConfig } from '../src/config.ts';

jest.setTimeout(20_000);

describe('GET /billable-products', () => {
  let tokens: TestTokens;
  beforeAll(async () => {
    tokens = await startTestTokens();
  });
  afterAll(() => tokens.stop());

  /** A billing service on this Stripe, asked once with and once without a token. */
  const ask = async (stripe: { url: string; secretKey: string }): Promise<{ signedIn: Answer; anonymous: Answer }> => {
    const parsed = parseConfig(BillingConfig, {
      PORT: '0',
      LOG_LEVEL: 'silent',
      IDENTITY_URL: tokens.identityUrl,
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_API_URL: stripe.url,
    });
    if (!('config' in parsed)) throw new Error(parsed.faults.join('\n'));
    const app = await startService(AppModule.with(parsed.config), parsed.config);
    try {
      const signedIn = await caller(await app.getUrl(), await tokens.sign({ usertype: 'LEAD' }))(
        'GET',
        '/billable-products',
      );
      return { signedIn, anonymous: await caller(await app.getUrl())('GET', '/billable-products') };
    } finally {
      await app.close();
    }
  };

  it("answers Stripe's catalogue to whoever is signed in, prices in cents", async () => {
    const stripe = await startStripe({ port: 0 });
    const { signedIn, anonymous } = await ask(stripe);
    await stripe.stop();
    expect(anonymous.status).toBe(401);
    expect(signedIn.status).toBe(200);
    const products = signedIn.body as {
      name: string;
      description: string;
      defaultPrice: { lookupKey: string; unitAmount: number };
    }[];
    expect(products.length).toBeGreaterThan(3);
    for (const { name, defaultPrice } of products) {
      expect(name).not.toBe('');
      expect(defaultPrice).toMatchObject({ lookupKey: expect.any(String), unitAmount: expect.any(Number) });
    }
  });

  it('says so while Stripe cannot be asked, or does not know the key', async () => {
    const { signedIn } = await ask({ url: 'http://127.0.0.1:1', secretKey: 'sk_test_x' });
    expect(signedIn).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    const stripe = await startStripe({ port: 0 });
    const wrong = await ask({ url: stripe.url, secretKey: 'sk_test_wrong' });
    await stripe.stop();
    expect(wrong.signedIn.status).toBe(503);
  });
});
