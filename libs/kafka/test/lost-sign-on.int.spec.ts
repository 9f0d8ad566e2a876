import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { type Broker, startBroker } from '@portico/embedded-kafka';
import { parseConfig } from '@portico/service';
import { withAdmin } from '../src/admin.ts';
import { KafkaConfig } from '../src/config.ts';
import { kafkaClient } from '../src/kafka-client.ts';

/** API key of Kafka's authentication request. In a request, the API key follows the four bytes of the length. */
const SASL_AUTHENTICATE = 36;

describe('a connection that a starting broker drops while a service authenticates', () => {
  let folder: string;
  let broker: Broker;
  let proxy: Server;
  /** Number of authentication attempts that the proxy drops, and number of attempts so far. */
  let [dropped, tried] = [0, 0];

  beforeAll(async () => {
    Logger.overrideLogger(false);
    folder = await mkdtemp(join(tmpdir(), 'portico-lost-sign-on-'));
    broker = await startBroker({
      dataDir: join(folder, 'kafka'),
      port: 0,
      sasl: { users: { orgs: 'a secret' }, required: true },
    });
    proxy = createServer((client) => {
      const server = connect(broker.port, '127.0.0.1');
      for (const socket of [client, server]) socket.on('error', () => [client, server].forEach((one) => one.destroy()));
      server.pipe(client);
      client.on('data', (frame: Buffer) => {
        if (frame.readInt16BE(4) !== SASL_AUTHENTICATE) return void server.write(frame);
        tried += 1;
        if (tried > dropped) return void server.write(frame);
        client.end();
      });
    });
    await new Promise<void>((resolve) => {
      proxy.listen(0, '127.0.0.1', resolve);
    });
  });
  afterAll(async () => {
    proxy.close();
    await broker.close();
    await rm(folder, { recursive: true });
  });

  const topics = (password: string): Promise<string[]> => {
    tried = 0;
    const parsed = parseConfig(KafkaConfig, {
      KAFKA_BROKERS: `127.0.0.1:${(proxy.address() as AddressInfo).port}`,
      KAFKA_SASL_MECHANISM: 'plain',
      KAFKA_SASL_USERNAME: 'orgs',
      KAFKA_SASL_PASSWORD: password,
    });
    if (!('config' in parsed)) throw new Error(parsed.faults.join('\n'));
    return withAdmin(kafkaClient(parsed.config, 'orgs'), (admin) => admin.listTopics());
  };

  it('is retried, like any other lost connection', async () => {
    dropped = 3;
    expect(await topics('a secret')).toEqual([]);
    expect(tried).toBe(4);
  });

  it('is not retried when the broker rejects the password', async () => {
    dropped = 0;
    await expect(topics('another')).rejects.toThrow('Authentication failed');
    expect(tried).toBe(1);
  });
});
