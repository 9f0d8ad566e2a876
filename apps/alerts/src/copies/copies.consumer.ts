import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { userChanged } from '@portico/contracts/events/identity';
import { entitlementChanged, type EntitlementState } from '@portico/contracts/events/orgs';
import { copiesConsumer, copyOf, DomainEventConsumer } from '@portico/messaging';
import { ChannelSecrets } from '../channels/store/channel-secrets.ts';
import type { EntityManager } from '@mikro-orm/postgresql';
import { typeOf } from '../channels/types.ts';
import { removeChannel } from '../responsible/remove-channel.ts';
import { keyHandoversCopy, viewHandoversCopy } from '../responsible/handovers.ts';
import { integrationsCopy, membershipsCopy, organizationsCopy, usersCopy } from './copies.ts';
import type { UsageThreshold } from '@portico/contracts/http/notices';
import { addTransition } from '../transitions/transitions.ts';
import { cross } from '../usage/crossing.ts';
import { UsageMark } from '../usage/usage-mark.entity.ts';

/**
 * Records the usage thresholds that an entitlement crosses, and the version of the entitlement's state, so that a repeated state has no
 * effect.
 */
const usageCopy = copyOf(entitlementChanged, {
  table: 'usage_marks',
  columns: {},
  apply: async (em, state, keep) => {
    if (!(await keep())) return;
    const mark = await em.findOneOrFail(UsageMark, { id: state.id });
    const { said, open, period = null } = mark;
    const { marks, over, reached } = cross({ period, said, open }, state);
    Object.assign(mark, marks);
    for (const threshold of over) note(em, state, { threshold, period, reached: ['usage.over'] });
    const threshold = reached.at(-1);
    if (threshold !== undefined)
      note(em, state, { threshold, period: marks.period, reached: reached.map((one) => `usage.${one}`) });
    await em.flush();
  },
});

type Noted = { threshold: UsageThreshold; period: string | null; reached: string[] };

function note(em: EntityManager, state: EntitlementState, { threshold, period, reached }: Noted): void {
  const { id, organizationId, name, usedCount: used, allowedCount: allowed } = state;
  addTransition(em, {
    kind: reached.includes('usage.over') ? 'usage.over' : `usage.${threshold}`,
    subject: `usage:${id}:${threshold}:${period}`,
    organizationId,
    at: new Date(),
    snapshot: {
      usage: { organizationId, name, threshold, used, allowed, hard: state.period?.hard ?? false, reached },
    },
  });
}

/** Mail channels with the given hint, which is a readable part of the encrypted address. */
const CANDIDATES = `select id, sealed from channels where type = 'email' and lower(hint) = ? order by id for update`;

/**
 * Deletes all channels with the account's e-mail address, including channels of organizations. Runs in the transaction that deletes
 * the account, because the address is unknown afterwards.
 */
async function endAddressed(em: EntityManager, secrets: ChannelSecrets, userId: number): Promise<void> {
  const [user] = await em.execute<{ email: string }[]>('select lower(email) as email from users where id = ?', [
    userId,
  ]);
  if (!user?.email) return;
  const target = { type: 'email', address: user.email } as const;
  const candidates = await em.execute<{ id: number; sealed: string }[]>(CANDIDATES, [typeOf(target).hint(target)]);
  for (const { id, sealed } of candidates) {
    const { address } = { address: undefined, ...secrets.open(sealed) };
    if (address?.toLowerCase() === user.email) await removeChannel(em, id);
  }
}

@Controller()
export class UsersConsumer {
  constructor(
    private readonly events: DomainEventConsumer,
    private readonly secrets: ChannelSecrets,
  ) {}

  @EventPattern(userChanged.topic)
  user(@Payload() payload: unknown, @Ctx() context: unknown): Promise<void> {
    return this.events.receive(userChanged, payload, context, async (em, state) => {
      if (state.deletedAt !== null) await endAddressed(em, this.secrets, state.id);
      await usersCopy.keep(em, state);
    });
  }
}

export const CopiesConsumer = copiesConsumer(
  organizationsCopy,
  membershipsCopy,
  integrationsCopy,
  keyHandoversCopy,
  viewHandoversCopy,
  usageCopy,
);
