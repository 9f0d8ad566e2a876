import { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { KAFKA_TOKEN_AUDIENCE, KAFKA_TOKEN_ISSUER, type KafkaToken } from '@portico/contracts/http/oauth';
import type { CreatedKey } from '@portico/contracts/http/integration-keys';
import { STARTING } from '@portico/testkit';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { type Integrations, type Row, startIntegrations } from './integrations.ts';

describe('a token for Kafka', () => {
  let integrations: Integrations;
  let url: string;
  let integration: number;

  const key = async (body: object = {}): Promise<CreatedKey> =>
    (await integrations.admin('POST', `/integrations/${integration}/keys`, { label: 'server', ...body }))
      .body as CreatedKey;
  const ask = (fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${url}/oauth/token`, { method: 'POST', headers, body: new URLSearchParams(fields) });
  const grant = (client_id: string, client_secret: string) => ({
    grant_type: 'client_credentials',
    client_id,
    client_secret,
  });

  beforeAll(async () => {
    integrations = await startIntegrations();
    url = await integrations.app.getUrl();
    const { body } = await integrations.admin('POST', '/integrations', { name: `tokens ${Math.random()}` });
    integration = (body as Row).id;
  }, STARTING);
  afterAll(async () => integrations?.stop());

  // spec: D.67
  it.each(['form', 'basic'])('is issued for %s credentials, and verified with the published keys', async (way) => {
    const { keyId, key: text } = await key();
    const basic = `Basic ${Buffer.from(`${keyId}:${text}`).toString('base64')}`;
    const answer =
      way === 'form'
        ? await ask(grant(keyId, text))
        : await ask({ grant_type: 'client_credentials' }, { authorization: basic });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const { access_token, token_type, expires_in } = (await answer.json()) as KafkaToken;
    expect({ token_type, expires_in }).toEqual({ token_type: 'Bearer', expires_in: 900 });
    const verified = await jwtVerify(access_token, createRemoteJWKSet(new URL(`${url}/oauth/jwks.json`)), {
      issuer: KAFKA_TOKEN_ISSUER,
      audience: KAFKA_TOKEN_AUDIENCE,
      algorithms: ['ES256'],
    });
    expect(verified.payload).toMatchObject({ sub: keyId, integration, mode: 'live' });
  });

  it('expires no later than a rotated key', async () => {
    const { keyId, key: text } = await key();
    await integrations.admin('POST', `/integrations/${integration}/keys/${keyId}/rotate`, { overlap: '1h' });
    const orm = integrations.app.get(MikroORM);
    await orm.em
      .fork()
      .execute(`update integration_keys set expires_at = now() + interval '20 seconds' where key_id = ?`, [keyId]);
    const { expires_in } = (await (await ask(grant(keyId, text))).json()) as KafkaToken;
    expect(expires_in).toBeLessThanOrEqual(20);
    expect(expires_in).toBeGreaterThan(10);
  });

  // spec: D.67
  it.each([
    ['an unknown key', (one: CreatedKey) => grant('aaaaaaaa', one.key)],
    ['a wrong secret', (one: CreatedKey) => grant(one.keyId, `${one.key.slice(0, -1)}!`)],
    ['the secret instead of the whole key', (one: CreatedKey) => grant(one.keyId, one.key.slice(-32))],
    ['an empty secret', (one: CreatedKey) => grant(one.keyId, '')],
  ])('is refused for a request with %s', async (_, fields) => {
    const one = await key();
    const answer = await ask(fields(one));
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ error: 'invalid_client', message: expect.any(String) });
    await integrations.admin('DELETE', `/integrations/${integration}/keys/${one.keyId}`);
  });

  // spec: D.67
  it('is refused for a read-only key, and immediately for a revoked key', async () => {
    const reading = await key({ kind: 'read' });
    expect((await ask(grant(reading.keyId, reading.key))).status).toBe(401);
    await integrations.admin('DELETE', `/integrations/${integration}/keys/${reading.keyId}`);
    const one = await key();
    expect((await ask(grant(one.keyId, one.key))).status).toBe(200);
    await integrations.admin('DELETE', `/integrations/${integration}/keys/${one.keyId}`);
    expect((await ask(grant(one.keyId, one.key))).status).toBe(401);
  });

  it.each([
    ['', 'invalid_request'],
    ['grant_type=password&username=a&password=b', 'unsupported_grant_type'],
    ['grant_type=client_credentials', 'invalid_client'],
    ['grant_type=client_credentials&client_id=%ff&client_secret=%00', 'invalid_client'],
  ])('is refused for the request %j', async (body, error) => {
    const answer = await fetch(`${url}/oauth/token`, { method: 'POST', body });
    expect(answer.status).toBe(error === 'invalid_client' ? 401 : 400);
    expect(await answer.json()).toMatchObject({ error, code: expect.any(String) });
  });

  it.each(['Basic !!', 'Basic Og==', `Basic ${Buffer.from('%E0%A4%A:x').toString('base64')}`])(
    'is refused for the header %s',
    async (authorization) => {
      const answer = await ask({ grant_type: 'client_credentials' }, { authorization });
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toMatch(/^Basic/);
    },
  );
});
