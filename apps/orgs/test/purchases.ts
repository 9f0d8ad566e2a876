import { randomUUID } from 'node:crypto';
import { purchaseChanged, type PurchaseItem, type PurchaseState } from '@portico/contracts/events/billing';
import type { Kafka } from '@portico/kafka/client';
import { outsideKafka, stateMessage } from '@portico/testkit';
import { newId } from './orgs.ts';

/** A purchased item, as billing publishes it: `granted` units of an entitlement, in a separate product. */
export const item = (lookupKey: string, granted: number, changes: Partial<PurchaseItem> = {}): PurchaseItem => ({
  productId: `prod_${lookupKey}`,
  name: lookupKey,
  quantity: 1,
  status: 'active',
  product: { name: `Product of ${lookupKey}`, type: 'base' },
  entitlements: [{ lookupKey, name: lookupKey, description: null, included: 0, granted }],
  ...changes,
});

export const purchase = (organizationId: number, changes: Partial<PurchaseState> = {}): PurchaseState => ({
  id: newId(),
  version: 1,
  deletedAt: null,
  organizationId,
  customerId: `cus_${organizationId}`,
  checkoutSessionId: `cs_test_${randomUUID()}`,
  purchasedAt: '2026-11-21T12:00:00.000Z',
  items: [],
  ...changes,
});

/** Publishes states like billing, in this order. A state that is repeated in the list has the same event id. */
export const publishPurchases = (...states: PurchaseState[]): Promise<void> =>
  publishPurchasesTo(outsideKafka(), states);

export async function publishPurchasesTo(kafka: Kafka, states: readonly PurchaseState[]): Promise<void> {
  const ids = new Map(states.map((state) => [state, randomUUID()]));
  const producer = kafka.producer();
  await producer.connect();
  try {
    const messages = states.map((state) => stateMessage(purchaseChanged, state, ids.get(state)));
    await producer.send({ topic: purchaseChanged.topic, acks: -1, messages });
  } finally {
    await producer.disconnect();
  }
}
