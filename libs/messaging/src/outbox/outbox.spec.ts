import { expect, it, jest } from '@jest/globals';
import type { EntityManager } from '@mikro-orm/postgresql';
import { AggregateState, type StateTopic } from '@portico/contracts/events/domain-event';
import { z } from 'zod/mini';
import { Outbox } from './outbox.ts';

const State = z.extend(AggregateState, { text: z.string() });
type State = z.infer<typeof State>;
const topic: StateTopic<State> = { topic: 'test.state.v1', source: '/test', type: 'test.changed', data: State };

it('the outbox rejects a state that is too large for Kafka', () => {
  const em = { create: jest.fn(), persist: jest.fn() };
  const add = (text: string): void =>
    new Outbox().add(em as unknown as EntityManager, topic, { id: 1, version: 1, deletedAt: null, text });
  add('x'.repeat(999_000));
  expect(em.persist).toHaveBeenCalledTimes(1);
  expect(() => add('\u00fc'.repeat(500_000))).toThrow('It is too large to be published');
  expect(em.persist).toHaveBeenCalledTimes(1);
});
