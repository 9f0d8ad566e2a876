import type { EntityManager } from '@mikro-orm/postgresql';
import type { RuleKind } from '@portico/contracts/http/notices';
import type { ChannelSecrets } from '../../src/channels/store/channel-secrets.ts';
import type { Target } from '../../src/channels/message/channel-type.ts';
import { addChannel, addRule, happen, type NewTransition, type Owner } from './rows.ts';

type HistoryRule = { id: number; integration: number; on: readonly RuleKind[]; channels: readonly number[] };
/** The simulated subjects and their rules. `histories`: for each subject, the transitions to record, in order. */
export type Round = { histories: NewTransition[][]; rules: HistoryRule[] };

const MAX_LENGTH = 6;
const EPISODE = ['episode.opened', 'episode.flapping', 'episode.closed'] as const;
const SILENCE = ['integration.silent', 'integration.back'] as const;
const FAMILIES: readonly (readonly RuleKind[])[] = [EPISODE, SILENCE];

const TARGETS: readonly Target[] = [
  { type: 'webhook', url: 'https://acme.example/hook', secret: 'whsec_AAAA' },
  { type: 'pagerduty', routingKey: 'R0UT1NGKEY0000000000000000000000' },
  { type: 'slack', botToken: 'xoxb-1', channel: 'payroll' },
  { type: 'email', address: 'olga@acme.example' },
  { type: 'teams', webhookUrl: 'https://acme.example/teams' },
];

/** Generates the history of one subject. Its problem begins and ends repeatedly. Some episodes flap in between. */
function historyOf(index: number, family: readonly RuleKind[], random: () => number): NewTransition[] {
  // Short histories are more frequent than long histories.
  const length = 1 + Math.floor(random() ** 3 * MAX_LENGTH);
  const history: NewTransition[] = [];
  for (let number = 0; history.length < length; number += 1) {
    // Each failure begins a new episode. All silences of an integration share one row.
    const subject = family === EPISODE ? `episode:${index * 10 + number}` : `silence:${index}`;
    const kinds = family.filter((kind) => kind !== 'episode.flapping' || random() < 0.3);
    history.push(...kinds.map((kind) => ({ kind, subject, integration: index })));
  }
  return history.slice(0, length);
}

const OWNERS: readonly Owner[] = ['organization', 'product'];

const pick = <Value>(values: readonly Value[], random: () => number): Value =>
  values[Math.floor(random() * values.length)] as Value;

const EMPTY = 'truncate transitions, notices, pending_notices, deliveries, channels, rules';

/** Empties the tables. Then adds channels, some of which several subjects share, and one or two rules per subject. */
export async function newRound(
  em: EntityManager,
  secrets: ChannelSecrets,
  size: number,
  random: () => number,
): Promise<Round> {
  await em.execute(EMPTY);
  const channels: number[] = [];
  for (let index = 0; index < Math.ceil(size * 0.7); index += 1)
    channels.push(await addChannel(em, secrets, pick(OWNERS, random), pick(TARGETS, random)));
  const round: Round = { histories: [], rules: [] };
  for (let integration = 1; integration <= size; integration += 1) {
    const family = pick(FAMILIES, random);
    round.histories.push(historyOf(integration, family, random));
    for (let number = 0; number < (random() < 0.15 ? 2 : 1); number += 1) {
      const on = number === 0 ? family : family.filter(() => random() < 0.6);
      const to = [...new Set([pick(channels, random), ...(random() < 0.15 ? [pick(channels, random)] : [])])];
      const digest = random() < 0.1 ? 'daily' : 'none';
      const id = await addRule(em, { owner: pick(OWNERS, random), on, integration, channels: to, digest });
      round.rules.push({ id, integration, on, channels: to });
    }
  }
  return round;
}

/**
 * Records the next transition of about half of the subjects.
 * @returns whether transitions are left.
 */
export async function happenSome(em: EntityManager, { histories }: Round, random: () => number): Promise<boolean> {
  const some = histories.flatMap((history) => (random() < 0.5 ? (history.shift() ?? []) : []));
  await happen(em, some);
  return histories.some(({ length }) => length > 0);
}
