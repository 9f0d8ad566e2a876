import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MAX_WHERE_LENGTH } from '@portico/contracts/query/limits';
import { eventually, STARTING } from '@portico/testkit';
import { type Metering, type Owner, startMetering } from './metering.ts';
import { newId } from './orgs.ts';

const REASON = 'A retry';
/** A query of the maximum length, so that no text can be appended. */
const MAX_QUERY = `event:${'x'.repeat(MAX_WHERE_LENGTH - 6)}`;

describe('the usage API under attack', () => {
  let metering: Metering;
  let key: string;
  let owned: Owner;
  let period: number;

  const used = async (): Promise<string | undefined> => (await metering.usageOf(owned))[0]?.used;
  const adjust = (body: unknown, of: number | string = period) =>
    metering.orgs('POST', `/usage/${of}/adjustments`, body);

  beforeAll(async () => {
    metering = await startMetering();
    key = `attacked-${newId()}`;
    owned = await metering.owner(key);
    await metering.put(key, { where: '', measure: 'events' });
    period = await eventually(async () => (await metering.usageOf(owned))[0]?.id);
  }, 2 * STARTING);
  afterAll(() => metering?.stack.stop());

  it.each<[string, unknown]>([
    ...['NaN', 'Infinity', '-Infinity', '1e3', '0x10', '', ' ', '1,5', '--1', '+1', '1.', '.5', '0', '-0', '0.000'].map(
      (amount): [string, unknown] => [`the amount '${amount}'`, { amount, reason: REASON }],
    ),
    ['19 digits', { amount: '9'.repeat(19), reason: REASON }],
    ['10 digits after the decimal point', { amount: '0.0000000001', reason: REASON }],
    ['a number as the amount', { amount: 1, reason: REASON }],
    ['no amount', { reason: REASON }],
    ['no reason', { amount: '1' }],
    ['a blank reason', { amount: '1', reason: '   ' }],
    ['a reason of 501 characters', { amount: '1', reason: 'x'.repeat(501) }],
    ['a reason of 10,000 characters', { amount: '1', reason: 'x'.repeat(10_000) }],
    ['a reason with a NUL character', { amount: '1', reason: 'x\0' }],
    ['a list as the body', [{ amount: '1', reason: REASON }]],
  ])('rejects an adjustment with %s', async (_, body) => {
    const before = await used();
    expect(await adjust(body)).toMatchObject({ status: 400, body: { message: expect.anything() } });
    expect(await used()).toBe(before);
  });

  it.each(['0', '-1', '1.5', 'NaN', '2147483648', '99999999999999999999', "1' or '1'='1", '%00'])(
    'returns 400 or 404 for the period %s',
    async (id) => {
      const path = `/usage/${encodeURIComponent(id)}`;
      for (const answer of [
        await adjust({ amount: '1', reason: REASON }, encodeURIComponent(id)),
        await metering.orgs('GET', path),
      ])
        expect([400, 404]).toContain(answer.status);
    },
  );

  it('accepts adjustments with nine decimal places, and loses no concurrent adjustment', async () => {
    const before = Number(await used());
    const amounts = Array.from({ length: 12 }, (_, index) => (index % 2 === 0 ? '1.000000001' : '-0.5'));
    const answers = await Promise.all(amounts.map((amount) => adjust({ amount, reason: REASON })));
    expect(answers.map(({ status }) => status)).toEqual(amounts.map(() => 201));
    expect(await used()).toBe(String(before + 3.000000006));
    expect((await metering.usageOf(owned))[0]?.adjustments).toHaveLength(12);
    await eventually(async () => (await metering.usedOf(owned, key)) === 3);
    // The used count of the entitlement does not fall below 0.
    expect((await adjust({ amount: '-1000', reason: REASON })).status).toBe(201);
    expect(await metering.usedOf(owned, key)).toBe(0);
  });

  it.each<[string, object]>([
    ['a field that is not a valid name', { measure: 'distinct', field: 'a".b' }],
    ['a field of 201 characters', { measure: 'sum', field: 'x'.repeat(201) }],
    ['a query that is too long for its link', { where: MAX_QUERY }],
    ['an unknown measure', { measure: 'median' }],
    ['an unknown period', { period: 'year' }],
  ])('rejects a meter with %s', async (_, change) => {
    const answer = await metering.orgs('PUT', `/meters/${key}`, { where: '', measure: 'events', ...change });
    expect(answer).toMatchObject({ status: 400, body: { message: expect.anything() } });
  });

  it('rejects a meter whose key belongs to no entitlement', async () => {
    for (const other of ['none', '__proto__', 'x'.repeat(201), "'; drop table meters; --", '%00'])
      expect([400, 404]).toContain(
        (await metering.put(encodeURIComponent(other), { where: '', measure: 'events' })).status,
      );
  });

  it('increments the version of a meter once for each change, even for concurrent changes', async () => {
    const changes = Array.from({ length: 8 }, (_, index) => ({ where: `event:e${index}`, measure: 'events' as const }));
    const answers = await Promise.all(changes.map((change) => metering.put(key, change)));
    const versions = answers.map(({ body }) => (body as { version: number }).version);
    expect(new Set(versions).size).toBe(8);
  });

  it('omits amounts beyond the supported range and text that is not a number from a sum, and still adds other amounts', async () => {
    const { owner, put, publish, usageOf } = metering;
    const summed = `summed-${newId()}`;
    const [one, other] = [await owner(summed), await owner(summed)];
    await put(summed, { where: '', measure: 'sum', field: 'amount' });
    const amounts = [
      '9'.repeat(29),
      `-${'9'.repeat(29)}`,
      '9'.repeat(38),
      '1e400',
      'NaN',
      'Infinity',
      '0x1',
      '999999999999999999',
    ];
    for (const amount of amounts) await publish(one, { details: { message: 'huge', amount } });
    for (let count = 0; count < 3; count += 1)
      await publish(one, { details: { message: 'huge', amount: '9'.repeat(28) } });
    await publish(other, { details: { message: 'small', amount: '1.5' } });
    await eventually(async () => (await usageOf(one))[0]?.events === 11 && (await usageOf(other))[0]?.events === 1);
    expect([(await usageOf(one))[0]?.value, (await usageOf(other))[0]?.value]).toEqual(['999999999999999999', '1.5']);
  });

  it('gives strangers no access to usage and adjustments, and members no access to meters', async () => {
    const stranger = await metering.stack.as('orgs', 'CLIENT', newId());
    const forged = async (method: string, path: string) =>
      (
        await fetch(metering.stack.url('orgs') + path, {
          method,
          headers: { authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' },
        })
      ).status;
    for (const path of [`/usage/${period}`, `/organizations/${owned.organization}/usage`]) {
      expect((await stranger('GET', path)).status).toBe(404);
      expect(await forged('GET', path)).toBe(401);
    }
    expect((await stranger('POST', `/usage/${period}/adjustments`, { amount: '1', reason: REASON })).status).toBe(403);
    expect((await owned.member('PUT', `/meters/${key}`, { where: '', measure: 'events' })).status).toBe(403);
    expect((await owned.member('POST', '/meters/preview', { where: '', measure: 'events' })).status).toBe(403);
    expect(await forged('POST', `/usage/${period}/adjustments`)).toBe(401);
  });
});
