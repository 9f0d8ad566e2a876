import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { ChannelTarget } from '@portico/contracts/http/channel-targets';
import type { Answer, Call } from '@portico/testkit';
import { type Noticing, startNoticing } from './noticing.ts';

jest.setTimeout(120_000);

let noticing: Noticing;
let nextId = 700;

beforeAll(async () => {
  noticing = await startNoticing({}, { withEvents: false });
  await noticing.stack.furnish();
}, 120_000);
afterAll(() => noticing?.stop());

const someone = (): Promise<Call> => noticing.stack.as('LEAD', (nextId += 1));
const mail = (address: string): ChannelTarget => ({ type: 'email', address });
const make = (call: Call, target: ChannelTarget): Promise<Answer> =>
  call('POST', '/channels', { name: 'Somewhere', target });
/**
 * Creates a channel and deletes it again.
 * @returns the status of the first response.
 */
const makeAndDelete = async (call: Call, target: ChannelTarget): Promise<number> => {
  const { status, body } = await make(call, target);
  if (status === 201) await call('DELETE', `/channels/${(body as { id: number }).id}`);
  return status;
};
const accepted = (statuses: readonly number[]): number => statuses.filter((status) => status === 201).length;

describe('the codes that verify channels', () => {
  it('are limited for a person who repeatedly creates and deletes channels', async () => {
    const call = await someone();
    const statuses: number[] = [];
    for (let count = 0; count < 25; count += 1)
      statuses.push(await makeAndDelete(call, mail(`stranger${count}@host${count}.test`)));
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 201), ...Array.from({ length: 5 }, () => 429)]);
    const { body, headers } = await make(call, mail('another@another.test'));
    expect(body).toMatchObject({ code: 'rate_limited', message: expect.stringMatching(/^Too many codes/) });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(3_500);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(3_600);
  });

  it.each<[string, ChannelTarget]>([
    ['e-mail address', mail('One.Stranger@customer.test')],
    ['routing key', { type: 'pagerduty', routingKey: 'R0UT1NGKEY0000000000000000000001' }],
  ])('are limited per %s, even if several people request them', async (_, target) => {
    const [first, second] = [await someone(), await someone()];
    const statuses: number[] = [];
    for (let count = 0; count < 4; count += 1)
      for (const call of [first, second]) statuses.push(await makeAndDelete(call, target));
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429, 429, 429]);
  });

  it('are limited per address independent of the letter case', async () => {
    const call = await someone();
    for (let count = 0; count < 5; count += 1) await makeAndDelete(call, mail('someone@case.test'));
    expect(await makeAndDelete(call, mail('SOMEONE@Case.test'))).toBe(429);
  });

  it('are limited per host of the e-mail addresses, except for people with an address at this host', async () => {
    const statuses: number[] = [];
    for (let person = 0; person < 6; person += 1) {
      const call = await someone();
      for (let count = 0; count < 20; count += 1)
        statuses.push(await makeAndDelete(call, mail(`p${person}c${count}@crowded.test`)));
    }
    expect(accepted(statuses)).toBe(100);
    expect(statuses.slice(0, 100)).not.toContain(429);
    // The host limit does not apply to users whose own address is at the host, here portico.test.
    const colleague = await someone();
    expect(await makeAndDelete(colleague, mail('team@portico.test'))).toBe(201);
  });

  it('are limited even if 50 requests are concurrent', async () => {
    const [first, second] = [await someone(), await someone()];
    const statuses = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        make(index % 2 ? first : second, mail('crowd@at-once.test')).then(({ status }) => status),
      ),
    );
    expect(accepted(statuses)).toBe(5);
    expect(new Set(statuses)).toEqual(new Set([201, 429]));
  });
});
