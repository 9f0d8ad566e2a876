import { randomInt, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { membershipChanged, type MembershipState } from '@portico/contracts/events/orgs';
import { eventually, outsideKafka, STARTING, stateMessage } from '@portico/testkit';
import { type Identity, startIdentity } from './identity.ts';

let identity: Identity;
let superAdmin: Awaited<ReturnType<Identity['as']>>;
beforeAll(async () => {
  identity = await startIdentity({}, { listens: true });
  superAdmin = await identity.as('superadmin');
}, STARTING);
afterAll(() => identity.stop());

const newLead = async (): Promise<number> => {
  const person = { name: 'Somebody', email: `${randomUUID()}@example.test`, usertype: 'LEAD' };
  return ((await superAdmin.call('POST', '/users', person)).body as { id: number }).id;
};
const usertypeOf = async (id: number) =>
  ((await superAdmin.call('GET', `/users/${id}`)).body as { usertype: string }).usertype;
const stateOf = (userId: number, changes: Partial<MembershipState> = {}): MembershipState => ({
  id: randomInt(70_000, 1_000_000_000),
  version: 1,
  deletedAt: null,
  userId,
  organizationId: randomInt(70_000, 1_000_000_000),
  approved: true,
  role: 'viewer',
  ...changes,
});
const publish = async (...states: MembershipState[]): Promise<void> => {
  const producer = outsideKafka().producer();
  await producer.connect();
  // All states go to one partition and stay in order: once the last state is processed, so are all earlier states.
  const messages = states.map((state) => ({ ...stateMessage(membershipChanged, state), partition: 0 }));
  await producer.send({ topic: membershipChanged.topic, acks: -1, messages });
  await producer.disconnect();
};

it('a lead who accepts an invitation becomes a client, and keeps a type that an administrator sets later', async () => {
  const [invited, approved, last] = await Promise.all([newLead(), newLead(), newLead()]);
  const state = stateOf(invited, { invited: true });
  await publish(stateOf(approved), state);
  await eventually(async () => (await usertypeOf(invited)) === 'CLIENT');
  expect(await usertypeOf(approved)).toBe('LEAD');
  await superAdmin.call('PATCH', `/users/${invited}`, { usertype: 'LEAD' });
  expect(await usertypeOf(invited)).toBe('LEAD');
  await publish(state, { ...state, version: 2 }, stateOf(last, { invited: true }));
  await eventually(async () => (await usertypeOf(last)) === 'CLIENT');
  expect(await usertypeOf(invited)).toBe('LEAD');
});
