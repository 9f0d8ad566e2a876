import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { userChanged, viewHandover } from '@portico/contracts/events/identity';
import { integrationChanged, keyHandover } from '@portico/contracts/events/integrations';
import { entitlementChanged, membershipChanged, organizationChanged } from '@portico/contracts/events/orgs';
import { DomainEventConsumer } from '@portico/messaging';
import { ChannelSecrets } from '../channels/store/channel-secrets.ts';
import type { EntityManager } from '@mikro-orm/postgresql';
import { typeOf } from '../channels/types.ts';
import { removeChannel } from '../responsible/remove-channel.ts';
import { keyHandoversCopy, viewHandoversCopy } from '../responsible/handovers.ts';
import { usageCopy } from '../usage/usage-copy.ts';
import { integrationsCopy, membershipsCopy, organizationsCopy, usersCopy } from './copies.ts';

/** Preselects by the visible hint; the address itself is encrypted. */
const CANDIDATES = `select id, sealed from channels where type = 'email' and lower(hint) = ? order by id for update`;

/**
 * Deletes the channels that lead to the account's e-mail address, including those of organizations. Runs in the transaction that
 * deletes the account, while the address is still known.
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

/** Updates this service's copies of data that other services own. */
@Controller()
export class CopiesConsumer {
  constructor(
    private readonly events: DomainEventConsumer,
    private readonly secrets: ChannelSecrets,
  ) {}

  @EventPattern(organizationChanged.topic)
  organization(@Payload() payload: unknown, @Ctx() context: unknown): Promise<void> {
    return this.events.receive(organizationChanged, payload, context, organizationsCopy.keep);
  }

  @EventPattern(membershipChanged.topic)
  membership(@Payload() payload: unknown, @Ctx() context: unknown): Promise<void> {
    return this.events.receive(membershipChanged, payload, context, membershipsCopy.keep);
  }

  @EventPattern(integrationChanged.topic)
  integration(@Payload() payload: unknown, @Ctx() context: unknown): Promise<void> {
    return this.events.receive(integrationChanged, payload, context, integrationsCopy.keep);
  }

  @EventPattern(userChanged.topic)
  user(@Payload() payload: unknown, @Ctx() context: unknown): Promise<void> {
    return this.events.receive(userChanged, payload, context, async (em, state) => {
      if (state.deletedAt !== null) await endAddressed(em, this.secrets, state.id);
      await usersCopy.keep(em, state);
    });
  }

  @EventPattern(keyHandover.topic)
  key(@Payload() payload: unknown, @Ctx() context: unknown): Promise<void> {
    return this.events.receive(keyHandover, payload, context, keyHandoversCopy.keep);
  }

  @EventPattern(entitlementChanged.topic)
  entitlement(@Payload() payload: unknown, @Ctx() context: unknown): Promise<void> {
    return this.events.receive(entitlementChanged, payload, context, usageCopy.keep);
  }

  @EventPattern(viewHandover.topic)
  view(@Payload() payload: unknown, @Ctx() context: unknown): Promise<void> {
    return this.events.receive(viewHandover, payload, context, viewHandoversCopy.keep);
  }
}
