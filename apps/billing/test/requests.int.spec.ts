import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MikroORM } from '@mikro-orm/postgresql';
import { readForm } from '@portico/stripe-stand-in';
import { STARTING } from '@portico/testkit';
import { Stripe } from 'stripe';
import { type Billing, startBilling } from './billing.ts';
import { callsInCode, type Described, describeCall } from './described.ts';
import { everyRequest } from './every-request.ts';
import { type Carried, complaints } from './type-check.ts';
import type { Sent } from './wire.ts';

const parametersOf = ({ method, body, query }: Sent): object =>
  readForm(new URLSearchParams(method === 'POST' ? body : query));

describe('the requests to Stripe, compared with the types of the SDK', () => {
  let billing: Billing;
  let calls: Described[];
  let carried: Carried[];
  const callOf = ({ method, path }: Pick<Sent, 'method' | 'path'>): Described | undefined =>
    calls.find((call) => call.method === method && call.path.test(path));

  beforeAll(async () => {
    calls = await Promise.all(callsInCode().map(describeCall));
    billing = await startBilling({ REPORT_USAGE_EVERY_SECONDS: '1' });
    // Suppresses the scheduled reconciliation for an hour.
    await billing.app.get(MikroORM).em.fork().execute('update reconciliation set started_at = now()');
    await everyRequest(billing);
    carried = billing.wire.sent.map((sent) => {
      const call = callOf(sent);
      if (!call) throw new Error(`no call in the code is ${sent.method} ${sent.path}`);
      return { call, parameters: parametersOf(sent) };
    });
  }, STARTING);
  afterAll(() => billing.stop());

  it('include every Stripe call in the code', () => {
    const made = new Set(carried.map(({ call }) => call.name));
    expect([...made].toSorted((a, b) => a.localeCompare(b))).toEqual(callsInCode());
  });

  it('use the parameter names and types of the pinned API version', () => {
    expect([...complaints(carried).entries()]).toEqual([]);
    expect(carried.length).toBeGreaterThan(12);
    for (const { headers } of billing.wire.sent) expect(headers['stripe-version']).toBe(Stripe.API_VERSION);
  });

  it('contain an idempotency key if they create something', () => {
    const keys = billing.wire.sent
      .filter(({ method }) => method === 'POST')
      .map(({ headers }) => headers['idempotency-key']);
    expect(keys.every((key) => key !== undefined && key.length > 20)).toBe(true);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('are found to be invalid if a parameter has a wrong name, type or value', () => {
    const session = carried.find(({ call }) => call.name === 'checkout.sessions.create');
    if (!session) throw new Error('no checkout was begun');
    const text = JSON.stringify(session.parameters);
    const wrong = [
      text.replace('"success_url"', '"succes_url"'),
      text.replace('"adjustable_quantity"', '"adjustable_quantities"'),
      text.replace('"quantity":"1"', '"quantity":"one"'),
      text.replace('"mode":"subscription"', '"mode":"subscriptions"'),
      text.replace('"enabled":"true"', '"enabled":"yes"'),
      text.replace(/"line_items":\[.*?\]/, '"line_items":"price_1"'),
    ].map((changed) => ({ call: session.call, parameters: JSON.parse(changed) as unknown }));
    expect(new Set(wrong.map(({ parameters }) => JSON.stringify(parameters))).has(text)).toBe(false);
    expect([...complaints([session, ...wrong]).keys()]).toEqual([1, 2, 3, 4, 5, 6]);
    expect(callOf({ method: 'POST', path: '/v1/chekout/sessions' })).toBeUndefined();
  });
});
