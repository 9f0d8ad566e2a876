import type { MembershipState } from '@portico/contracts/events/orgs';
import type { UserState } from '@portico/contracts/events/identity';
import type { Page } from '@portico/contracts/common/page';
import type { Channel } from '@portico/contracts/http/channels';
import type { Responsibility } from '@portico/contracts/http/responsibilities';
import type { Rule } from '@portico/contracts/http/rules';
import { type Call, eventually, read } from '@portico/testkit';
import type { Client } from 'pg';
import { newRule, type Noticing, verifiedWebhook } from './noticing.ts';

export const ORGANIZATION = { owner: 'organization', organizationId: 1 } as const;
export const PRODUCT = { owner: 'product' } as const;

/** A person who creates channels and rules and then loses the right to do this. */
export type Maker = {
  id: number;
  call: Call;
  /** Publishes the person's next state and waits until alerts has stored it. */
  user: (changes: Partial<UserState>) => Promise<void>;
  member: (changes: Partial<MembershipState>) => Promise<void>;
};

let people = 1_000;

/** Creates a manager of organization 1, or an administrator without a membership. */
export async function newMaker(
  { stack }: Noticing,
  database: Client,
  kind: 'manager' | 'admin' = 'manager',
): Promise<Maker> {
  people += 1;
  const id = people;
  const knows = async (table: 'users' | 'memberships', condition: string): Promise<void> => {
    await eventually(
      async () => ((await database.query(`select from ${table} where id = ${id} and ${condition}`)).rowCount ?? 0) > 0,
    );
  };
  const user: Maker['user'] = async (changes) => {
    await stack.publisher.user(id, { name: `Maker ${id}`, ...changes });
    const { usertype = 'CLIENT', deletedAt = null } = changes;
    await knows('users', `usertype = '${usertype}' and (deleted_at is null) = ${deletedAt === null}`);
  };
  const member: Maker['member'] = async (changes) => {
    await stack.publisher.membership(id, { userId: id, organizationId: 1, role: 'manager', ...changes });
    const { role = 'manager', approved = true, deletedAt = null } = changes;
    await knows(
      'memberships',
      `role = '${role}' and approved = ${approved} and (deleted_at is null) = ${deletedAt === null}`,
    );
  };
  await user(kind === 'admin' ? { usertype: 'ADMIN' } : {});
  if (kind === 'manager') await member({});
  return { id, user, member, call: await stack.as(kind === 'admin' ? 'ADMIN' : 'CLIENT', id) };
}

export type Made = { path: string; event: string; channel: Channel; rule: Rule };

/** Creates a verified webhook and a rule that sends every failure of one event name to the webhook. */
export async function madeBy(
  noticing: Noticing,
  { id, call }: Maker,
  owner: typeof ORGANIZATION | typeof PRODUCT | object,
): Promise<Made> {
  const path = `/webhook/maker-${id}`;
  const channel = await verifiedWebhook(noticing, call, path, owner);
  const event = `made.by${id}`;
  const rule = await newRule(call, [channel.id], { filter: { eventName: event } }, owner);
  return { path, event, channel, rule };
}

/** Returns the number of requests with notices that the receiver got, independent of its responses. */
export const noticesAt = ({ hooksAt }: Noticing, path: string): number =>
  hooksAt(path)
    .filter(({ title }) => title.startsWith('episode.'))
    .reduce((sum, { times }) => sum + times, 0);

/** Lists the channels and rules for which person `id` is responsible, as the caller sees them. */
export const responsibilitiesOf = async (call: Call, id: number): Promise<string[]> => {
  const { data } = await read<Page<Responsibility>>(call, `/channels/responsible/${id}`);
  return data.map((one) => `${one.kind} ${one.id}`);
};
