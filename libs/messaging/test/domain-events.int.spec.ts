import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { Controller, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { EventPattern, Payload } from '@nestjs/microservices';
import { KafkaConfig, kafkaClient, withAdmin } from '@portico/kafka';
import { engines, eventually } from '@portico/testkit';
import { Handlers } from '../src/dead-letters/handlers.ts';
import { listenToDomainEvents } from '../src/domain-events/domain-events.ts';

const TOPIC = `late.${randomUUID()}`;
const heard: unknown[] = [];
/** Milliseconds after which the test creates the topic. */
const LATE = 1_000;

@Controller()
class Listener {
  @EventPattern(TOPIC)
  hear(@Payload() payload: unknown): void {
    heard.push(payload);
  }
}

@Module({ controllers: [Listener], providers: [Handlers] })
class ListenerModule {}

it('the consumer of domain events waits for a topic that does not exist yet', async () => {
  const config = KafkaConfig.parse({ KAFKA_BROKERS: engines().KAFKA_BROKERS });
  const kafka = kafkaClient(config, 'test');
  const createSoon = async (): Promise<void> => {
    await sleep(LATE);
    await withAdmin(kafka, (admin) => admin.createTopics({ topics: [{ topic: TOPIC }], waitForLeaders: true }));
    const producer = kafka.producer();
    await producer.connect();
    await producer.send({ topic: TOPIC, messages: [{ value: '{"first":true}' }] });
    await producer.disconnect();
  };
  const app = await NestFactory.create(ListenerModule, { logger: false });
  const created = createSoon();
  await listenToDomainEvents(app, config, `test-${randomUUID()}`);
  await created;
  await eventually(async () => heard.length === 1);
  expect(heard).toEqual([{ first: true }]);
  await app.close();
});
