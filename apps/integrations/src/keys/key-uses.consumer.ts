import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { keyUsed } from '@portico/contracts/events/integrations';
import { DomainEventConsumer } from '@portico/messaging';

/** Records when each key was last used, to the minute. */
@Controller()
export class KeyUsesConsumer {
  constructor(private readonly events: DomainEventConsumer) {}

  @EventPattern(keyUsed.topic)
  used(@Payload() payload: unknown, @Ctx() context: unknown): Promise<void> {
    return this.events.receive(keyUsed, payload, context, async (em, { id, version: minute }) => {
      await em.execute(
        'update integration_keys set last_used_at = greatest(last_used_at, to_timestamp(?::bigint * 60)) where id = ?',
        [minute, id],
      );
    });
  }
}
