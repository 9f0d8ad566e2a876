import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { type Broker, startBroker } from '@portico/embedded-kafka';
import { parseConfig } from '@portico/service';
import { eventually, startTokenIssuer, type TokenIssuer } from '@portico/testkit';
import { withAdmin } from '../src/admin.ts';
import { KafkaConfig } from '../src/config.ts';
import { guarded } from '../src/guarded.ts';
import { kafkaClient } from '../src/kafka-client.ts';

const CLAIMS = { aud: 'kafka', iss: 'https://login.example.com' };
const SECRET = 'a secret: 100 % & more';

describe('a service that authenticates with OAuth', () => {
  let folder: string;
  let issuer: TokenIssuer;
  let endpoint: Server;
  let broker: Broker;
  /** `requests`: requests that the token endpoint received. `failures`: status codes of its next responses without a token. */
  let requests: { authorization: string; body: string }[] = [];
  let failures: number[] = [];
  let life = 60;

  beforeAll(async () => {
    // Hide the log lines of kafkajs about each new connection.
    Logger.overrideLogger(false);
    folder = await mkdtemp(join(tmpdir(), 'portico-sign-on-'));
    issuer = await startTokenIssuer();
    endpoint = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { authorization = '' } = request.headers;
        requests.push({ authorization, body: Buffer.concat(chunks).toString() });
        const [id = '', secret = ''] = Buffer.from(authorization.slice('Basic '.length), 'base64')
          .toString()
          .split(':');
        const isKnown = new URLSearchParams(`secret=${secret}`).get('secret') === SECRET;
        const status = failures.shift() ?? (isKnown ? 200 : 401);
        response.writeHead(status, { 'content-type': 'application/json' });
        if (status !== 200) response.end(JSON.stringify({ error: 'invalid_client' }));
        else
          void issuer.token({ ...CLAIMS, sub: id }, `${life}s`).then((token) => {
            response.end(JSON.stringify({ access_token: token, token_type: 'Bearer', expires_in: life }));
          });
      });
    });
    await new Promise<void>((resolve) => {
      endpoint.listen(0, '127.0.0.1', resolve);
    });
    const oauthBearer = { jwksUrl: issuer.url, issuer: CLAIMS.iss, audience: CLAIMS.aud };
    broker = await startBroker({ dataDir: join(folder, 'kafka'), port: 0, sasl: { oauthBearer, required: true } });
  });
  beforeEach(() => {
    [requests, failures, life] = [[], [], 60];
  });
  afterAll(async () => {
    await broker.close();
    endpoint.close();
    await issuer.stop();
    await rm(folder, { recursive: true });
  });

  const configOf = async (secret: string): Promise<KafkaConfig> => {
    const file = join(folder, 'secret');
    await writeFile(file, `${secret}\n`);
    const parsed = parseConfig(guarded(KafkaConfig), {
      KAFKA_BROKERS: broker.address,
      KAFKA_SASL_MECHANISM: 'oauthbearer',
      KAFKA_OAUTH_TOKEN_URL: `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/token`,
      KAFKA_OAUTH_CLIENT_ID: 'portico-orgs',
      KAFKA_OAUTH_CLIENT_SECRET_FILE: file,
      KAFKA_OAUTH_SCOPE: 'kafka brokers',
    });
    if (!('config' in parsed)) throw new Error(parsed.faults.join('\n'));
    return parsed.config;
  };

  it('gets one token with its id and a secret from a file, and uses the token for every connection', async () => {
    const kafka = kafkaClient(await configOf(SECRET), 'orgs');
    for (let time = 0; time < 3; time += 1) expect(await withAdmin(kafka, (admin) => admin.listTopics())).toEqual([]);
    expect(requests).toHaveLength(1);
    const [name] = Buffer.from(requests[0]?.authorization.slice('Basic '.length) ?? '', 'base64')
      .toString()
      .split(':');
    expect(name).toBe('portico-orgs');
    expect(Object.fromEntries(new URLSearchParams(requests[0]?.body))).toEqual({
      grant_type: 'client_credentials',
      scope: 'kafka brokers',
    });
  });

  it('retries while the token endpoint is unavailable', async () => {
    failures = [503, 500];
    const kafka = kafkaClient(await configOf(SECRET), 'orgs');
    expect(await withAdmin(kafka, (admin) => admin.listTopics())).toEqual([]);
    expect(requests).toHaveLength(3);
  });

  it('fails without a retry when the token endpoint rejects the secret', async () => {
    const kafka = kafkaClient(await configOf('another'), 'orgs');
    await expect(withAdmin(kafka, (admin) => admin.listTopics())).rejects.toThrow(
      /refuses portico-orgs: 401 invalid_client/,
    );
    expect(requests).toHaveLength(1);
  });

  it('authenticates again on a connection that lives longer than a token', async () => {
    life = 2;
    const admin = kafkaClient(await configOf(SECRET), 'orgs').admin();
    await admin.connect();
    await eventually(async () => {
      expect(await admin.listTopics()).toEqual([]);
      return requests.length >= 4;
    }, 20_000);
    await admin.disconnect();
  }, 30_000);
});
