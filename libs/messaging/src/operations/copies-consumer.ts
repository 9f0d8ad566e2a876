import { Controller, type Type } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { DomainEventConsumer } from '../domain-events/domain-event-consumer.ts';
import type { StateCopy } from './copy.ts';

/** Returns a controller with one handler for each copy. The handler applies the domain events of the copy's topic. */
export function copiesConsumer(...copies: readonly StateCopy[]): Type {
  @Controller()
  class CopiesConsumer {
    constructor(readonly events: DomainEventConsumer) {}
  }
  const { prototype } = CopiesConsumer;
  for (const { topic, receive } of copies) {
    const handler = {
      value(this: CopiesConsumer, payload: unknown, context: unknown): Promise<void> {
        return receive(this.events, payload, context);
      },
    };
    Object.defineProperty(prototype, topic, handler);
    Payload()(prototype, topic, 0);
    Ctx()(prototype, topic, 1);
    EventPattern(topic)(prototype, topic, handler);
  }
  return CopiesConsumer;
}
