import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { EventList } from '@portico/contracts/http/events';
import type { CreatedKey } from '@portico/contracts/http/integration-keys';
import { eventually, read } from '@portico/testkit';
import { CLIENT_PROGRAMS, type ClientProgram } from '@portico/testkit/systems/client-programs';
import { attempt, kafkaOf } from './key-client.ts';
import { eventOf } from './outsider.ts';
import { TIMEOUT_MS, type Publishing, takePublishing } from './product.ts';

const SUBJECT = 'order 7';

/**
 * A suite that publishes an event with each client of a language and with an integration's key: over Kafka (SASL PLAIN) to the
 * integration's own topic, or as a CloudEvent over HTTP. Each event must appear in the list.
 */
export const describeClients = (language: keyof typeof CLIENT_PROGRAMS, clients: readonly string[]): void =>
  describe(`clients in ${language}`, () => {
    jest.setTimeout(300_000);
    let product: Publishing;
    let program: ClientProgram;
    let environment: NodeJS.ProcessEnv;

    beforeAll(async () => {
      program = await CLIENT_PROGRAMS[language]();
      product = await takePublishing('payroll');
      const { admin, integration, stack } = product;
      const path = `/integrations/${integration.id}`;
      await admin('PUT', `${path}/door`);
      const key = (await admin('POST', `${path}/keys`, { label: 'server' })).body as CreatedKey;
      const topic = `integration.door.v1.${integration.id}`;
      const probe = { value: JSON.stringify(eventOf(integration)) };
      await eventually(async () => (await attempt(kafkaOf(stack, key), topic, probe)) === 'taken', TIMEOUT_MS);
      environment = {
        ...process.env,
        BROKERS: stack.kafkaBrokers,
        TOPIC: topic,
        KEY_ID: key.keyId,
        KEY: key.key,
        INGEST_URL: `${stack.apiUrl}/ingest/events`,
      };
    });
    afterAll(() => product?.stop());

    it.each(clients)('publish an event with %s', async (client) => {
      const event = eventOf(product.integration, { details: { message: 'sent', subject: SUBJECT } });
      const [command, ...args] = program;
      const env = {
        ...environment,
        EVENT: JSON.stringify({ ...event, subject: SUBJECT }),
        EVENT_ID: event.id,
        EVENT_SUBJECT: SUBJECT,
      };
      await promisify(execFile)(command, [...args, client], { env, timeout: 90_000 });
      const query = new URLSearchParams({ where: `id:"${event.id}"`, subject: SUBJECT }).toString();
      const listed = await eventually(async () => {
        const { data } = await read<EventList>(product.admin, `/events?${query}`);
        return data[0];
      }, TIMEOUT_MS);
      expect(listed).toMatchObject({
        event_name: 'payrun.completed',
        source_type: 'payroll',
        sender_proven: true,
        details: expect.objectContaining({ message: 'sent' }),
      });
    });
  });
