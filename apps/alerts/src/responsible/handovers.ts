import type { EntityManager } from '@mikro-orm/postgresql';
import { withoutLinks } from '@portico/contracts/common/mailed-name';
import { NEW_OWNER_DAYS } from '@portico/contracts/common/owners';
import type { AggregateState, StateTopic } from '@portico/contracts/events/domain-event';
import { viewHandover } from '@portico/contracts/events/identity';
import { keyHandover } from '@portico/contracts/events/integrations';
import { copyOf } from '@portico/messaging';
import { momentText } from '../notices/wording.ts';
import { type Group, noteOver, write } from './owner-notices.ts';

type Handover = AggregateState & { responsibleUserId: number | null; needsOwnerSince: string | null };
/** Texts about a key or view without an owner. `effect`: what does not work now. `end`: what happens after seven days. */
type Described = { organizationId: number | null; what: string; effect: string; end: string; link: string };

const DAY = 24 * 60 * 60_000;

/** Copies keys or shared views of other services. When a key or view loses its owner, asks the possible owners once. */
const handoversOf = <State extends Handover>(
  topic: StateTopic<State>,
  kind: 'key' | 'view',
  describe: (em: EntityManager, state: State) => Promise<Described>,
) => {
  const subjectOf = ({ id }: State): string => `owner:${kind}:${id}`;
  return copyOf(topic, {
    table: 'handovers',
    key: 'subject',
    identify: subjectOf,
    columns: {
      needs_owner_since: ({ needsOwnerSince }) => needsOwnerSince,
      deleted_at: ({ deletedAt }) => deletedAt,
    },
    apply: async (em, state, keep) => {
      if (!(await keep())) return;
      const { needsOwnerSince: since, deletedAt } = state;
      await noteOver(em, subjectOf(state));
      if (since === null || deletedAt !== null) return;
      await ask(em, { ...state, since, subject: subjectOf(state) }, await describe(em, state));
    },
  });
};

async function ask(
  em: EntityManager,
  { subject, responsibleUserId, since }: { subject: string; responsibleUserId: number | null; since: string },
  { organizationId, what, effect, end, link }: Described,
): Promise<void> {
  const owner = organizationId === null ? 'product' : 'organization';
  const group: Group = { owner, organizationId, responsibleUserId: responsibleUserId ?? 0 };
  const ends = momentText(new Date(Date.parse(since) + NEW_OWNER_DAYS * DAY));
  await write(em, group, 'owner.needed', {
    subject,
    title: `${what} needs a new owner`,
    text: `The responsible person lost the right to it, so ${effect}. Take it over before ${ends}, or Portico ${end} it.`,
    link,
  });
}

export const keyHandoversCopy = handoversOf(keyHandover, 'key', async (em, { label, integrationId }) => {
  const [integration] = await em.execute<{ name: string; organizationId: number | null }[]>(
    'select name, organization_id as "organizationId" from integrations where id = ?',
    [integrationId],
  );
  return {
    organizationId: integration?.organizationId ?? null,
    what: `The key “${withoutLinks(label)}” of ${withoutLinks(integration?.name ?? `integration ${integrationId}`)}`,
    effect: 'Portico rejects its events',
    end: 'revokes',
    link: `/connect/${integrationId}`,
  };
});

export const viewHandoversCopy = handoversOf(viewHandover, 'view', async (_, { name, organizationId }) => ({
  organizationId,
  what: `The shared view “${withoutLinks(name)}”`,
  effect: 'other people no longer see it',
  end: 'deletes',
  link: '/dashboard',
}));
