import type { EntityManager } from '@mikro-orm/postgresql';
import type { RuleKind } from '@portico/contracts/http/notices';
import type { ChannelSecrets } from '../../src/channels/store/channel-secrets.ts';
import type { Target } from '../../src/channels/message/channel-type.ts';
import { typeOf } from '../../src/channels/types.ts';

export type Owner = 'organization' | 'product';
export type NewTransition = { kind: RuleKind; subject: string; integration: number };
type NewRule = {
  owner: Owner;
  on: readonly RuleKind[];
  integration: number;
  channels: readonly number[];
  digest?: 'none' | 'daily';
};

const CHANNEL = `insert into channels (owner, organization_id, created_by, responsible_user_id, type, name, hint, edits_messages, sealed, verified_at)
  values (?, ?, 1, 1, ?, 'one', '', ?, ?, now()) returning id`;
const RULE = `insert into rules (owner, organization_id, created_by, responsible_user_id, "on", filter_integration_id, channels, inbox, digest,
    remind, active) values (?, ?, 1, 1, ?::jsonb, ?, ?::jsonb, true, ?, 'none', true) returning id`;
const TRANSITIONS = `insert into transitions (kind, subject, organization_id, integration_id, event_name, at, created_at, snapshot)
  select kind, subject, 1, integration, 'invoice', now(), now() - interval '1 minute', '{}'
  from jsonb_to_recordset(?::jsonb) as t(kind text, subject text, integration int)`;

const organizationOf = (owner: Owner): number | null => (owner === 'organization' ? 1 : null);

async function inserted(em: EntityManager, sql: string, values: readonly unknown[]): Promise<number> {
  const [row] = await em.execute<{ id: number }[]>(sql, [...values]);
  if (!row) throw new Error('nothing was inserted');
  return row.id;
}

/** Adds a verified channel. @returns the channel's id. */
export const addChannel = (em: EntityManager, secrets: ChannelSecrets, owner: Owner, target: Target): Promise<number> =>
  inserted(em, CHANNEL, [
    owner,
    organizationOf(owner),
    target.type,
    typeOf(target).editsMessages?.(target) ?? false,
    secrets.seal(target),
  ]);

/** Adds a rule for one integration. @returns the rule's id. */
export const addRule = (em: EntityManager, rule: NewRule): Promise<number> => {
  const { owner, on, integration, channels, digest = 'none' } = rule;
  const values = [owner, organizationOf(owner), JSON.stringify(on), integration, JSON.stringify(channels), digest];
  return inserted(em, RULE, values);
};

/** Records transitions of organization 1 in the given order. */
export async function happen(em: EntityManager, transitions: readonly NewTransition[]): Promise<void> {
  if (transitions.length > 0) await em.execute(TRANSITIONS, [JSON.stringify(transitions)]);
}
