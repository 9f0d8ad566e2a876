import { randomInt, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { purchaseChanged, type PurchaseItem, type PurchaseState } from '@portico/contracts/events/billing';
import { eventually, outsideKafka, STARTING, stateMessage } from '@portico/testkit';
import { type Identity, startIdentity } from './identity.ts';

type Row = { id: number; usertype: string };

const itemOf = (status: PurchaseItem['status']): PurchaseItem => ({
  productId: 'prod_bank_account',
  name: 'Bank account',
  quantity: 1,
  status,
  product: { name: 'Financial management', type: 'base' },
  entitlements: [],
});
const purchaseBy = (boughtBy: number | null, status: PurchaseItem['status'] = 'active'): PurchaseState => ({
  id: randomInt(1, 1_000_000_000),
  version: 1,
  deletedAt: null,
  organizationId: 1,
  customerId: 'cus_1',
  checkoutSessionId: `cs_test_${randomUUID()}`,
  boughtBy,
  purchasedAt: '2026-11-21T12:00:00.000Z',
  items: [itemOf(status)],
});

describe('a purchase', () => {
  let identity: Identity;
  let superAdmin: Awaited<ReturnType<Identity['as']>>;
  beforeAll(async () => {
    identity = await startIdentity({}, { listens: true });
    superAdmin = await identity.as('superadmin');
  }, STARTING);
  afterAll(() => identity.stop());

  const userOf = async (usertype: string): Promise<number> => {
    const person = { name: 'Somebody', email: `${randomUUID()}@example.test`, usertype };
    return ((await superAdmin.call('POST', '/users', person)).body as Row).id;
  };
  const usertypeOf = async (id: number) => ((await superAdmin.call('GET', `/users/${id}`)).body as Row).usertype;
  const publish = async (...states: PurchaseState[]) => {
    const producer = outsideKafka().producer();
    await producer.connect();
    // All states go to one partition and stay in order: once the last state is processed, so are all earlier states.
    const messages = states.map((state) => ({ ...stateMessage(purchaseChanged, state), partition: 0 }));
    await producer.send({ topic: purchaseChanged.topic, acks: -1, messages });
    await producer.disconnect();
  };

  it('turns only its buyer into a client, and only if the buyer is a lead', async () => {
    const [buyer, vendor, refunded, other] = await Promise.all(['LEAD', 'VENDOR', 'LEAD', 'LEAD'].map(userOf));
    const states = [purchaseBy(vendor ?? 0), purchaseBy(refunded ?? 0, 'refunded'), purchaseBy(null)];
    await publish(...states, purchaseBy(buyer ?? 0));
    await eventually(async () => (await usertypeOf(buyer ?? 0)) === 'CLIENT');
    expect(await Promise.all([vendor, refunded, other].map((id) => usertypeOf(id ?? 0)))).toEqual([
      'VENDOR',
      'LEAD',
      'LEAD',
    ]);
  });

  it('keeps the type that an administrator gave its buyer later', async () => {
    const buyer = await userOf('LEAD');
    const state = purchaseBy(buyer);
    await publish(state);
    await eventually(async () => (await usertypeOf(buyer)) === 'CLIENT');
    await superAdmin.call('PATCH', `/users/${buyer}`, { usertype: 'ADMIN' });
    const marker = await userOf('LEAD');
    await publish({ ...state, version: 2 }, purchaseBy(marker));
    await eventually(async () => (await usertypeOf(marker)) === 'CLIENT');
    expect(await usertypeOf(buyer)).toBe('ADMIN');
  });
});
