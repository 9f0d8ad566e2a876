import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { IDLE_CONNECTION } from '@portico/service';
import { type Call, caller, engines, STARTING } from '@portico/testkit';
import { parse } from 'yaml';
import { CONSOLE, listen, read, startGateway } from './start-gateway.ts';

const IDLE_FOR_2_S = { connection: 'keep-alive', 'keep-alive': 'timeout=2' };

/** A server that echoes each request, so that tests see what the gateway forwards. An upgrade receives the server's name. */
const echo = (name: string): Server =>
  createServer((request, response) => {
    if (request.url?.includes('break')) {
      request.socket.destroy();
      return;
    }
    void read(request).then((body) => {
      const { method, url, headers } = request;
      response
        .writeHead(200, { 'content-type': 'application/json', ...(url?.includes('idle') && IDLE_FOR_2_S) })
        .end(JSON.stringify({ name, method, url, headers, body }));
    });
  }).on('upgrade', (_request, socket) => {
    socket.end(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\nhello from ${name}`,
    );
  });

describe('the gateway', () => {
  const services = new Map(['identity', 'orgs', 'events'].map((name) => [name, echo(name)]));
  let app: NestExpressApplication;
  let call: Call;

  beforeAll(async () => {
    const urls = Object.fromEntries(
      await Promise.all(
        [...services].map(async ([name, server]) => [`${name.toUpperCase()}_URL`, await listen(server)]),
      ),
    );
    app = await startGateway(urls);
    call = caller(await app.getUrl(), 'a-token');
  }, STARTING);
  afterAll(async () => {
    await app.close();
    for (const server of services.values()) {
      server.closeAllConnections();
      server.close();
    }
  });

  // If the service closed the connection during a request, the request would be lost and the gateway would respond with 503.
  it("closes an idle connection before the service's announced keep-alive ends", async () => {
    const orgs = services.get('orgs');
    if (orgs) orgs.keepAliveTimeout = 0; // the service never closes the connection
    const closed = new Promise((resolve) =>
      orgs?.on('request', ({ url, socket }) => url?.includes('idle') && socket.once('end', resolve)),
    );
    expect((await call('GET', '/organizations?idle')).status).toBe(200);
    await closed;
  });

  it('keeps idle connections open longer than its callers do', async () => {
    const { headers } = await call('GET', '/health/live');
    expect(headers.get('keep-alive')).toBe(`timeout=${IDLE_CONNECTION.server / 1_000}`);
    expect(IDLE_CONNECTION.caller).toBeLessThan(IDLE_CONNECTION.server);
  });

  it('forwards the whole request, and returns the request id that it forwarded', async () => {
    const { status, headers, body } = await call('POST', '/users?search=a%20b', { name: 'Vera' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: 'identity',
      method: 'POST',
      url: '/users?search=a%20b',
      body: '{"name":"Vera"}',
      headers: { authorization: 'Bearer a-token', 'x-request-id': headers.get('x-request-id') },
    });
  });

  it('routes by the longest prefix', async () => {
    expect((await call('GET', '/users/organizations')).body).toMatchObject({ name: 'orgs' });
    expect((await call('GET', '/users/7')).body).toMatchObject({ name: 'identity', url: '/users/7' });
  });

  it('serves the API and event descriptions', async () => {
    const document = await call('GET', '/openapi.json');
    expect(document.body).toMatchObject({ openapi: '3.1.0' });
    expect(document.headers.get('etag')).toMatch(/^"[\w-]{43}"$/);
    const { status, headers, body } = await call('GET', '/asyncapi.yaml');
    expect([status, headers.get('content-type')]).toEqual([200, 'application/yaml; charset=utf-8']);
    const [host] = engines().KAFKA_BROKERS.split(',');
    expect(parse(String(body))).toMatchObject({ asyncapi: '3.0.0', servers: { kafka1: { host } } });
    expect((await call('GET', '/schemas/integration-event.json')).body).toMatchObject({ title: 'Integration event' });
  });

  it('answers the liveness probe', async () => {
    expect(await call('GET', '/health/live')).toMatchObject({ status: 200, body: { status: 'ok' } });
  });

  it('hides internal paths', async () => {
    for (const path of ['/.well-known/jwks.json', '/metrics', '/users/../metrics', '/']) {
      expect(await call('GET', path)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
  });

  it('returns a problem while a service is unavailable or drops the connection', async () => {
    expect(await call('GET', '/integrations')).toMatchObject({
      status: 503,
      body: { code: 'unavailable', instance: '/integrations' },
    });
    expect(await call('GET', '/events?break=1')).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  });

  it("accepts the console's origin and no other", async () => {
    const preflight = async (origin: string): Promise<string | null> => {
      const headers = {
        origin,
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'authorization',
      };
      const response = await fetch(`${await app.getUrl()}/users/1`, { method: 'OPTIONS', headers });
      return response.headers.get('access-control-allow-origin');
    };
    expect(await preflight(CONSOLE)).toBe(CONSOLE);
    expect(await preflight('http://evil.test')).not.toBe('http://evil.test');
  });

  it('forwards live sockets to the events service and rejects other upgrades', async () => {
    const upgrade = async (path: string): Promise<string> => {
      const { hostname, port } = new URL(await app.getUrl());
      const socket = connect(Number(port), hostname);
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`);
      let answer = '';
      for await (const chunk of socket) answer += String(chunk);
      return answer;
    };
    expect(await upgrade('/socket.io/?transport=websocket')).toContain('hello from events');
    for (const path of ['/nowhere', '/users', '/config', '/events', '/socket.io.evil/', '//socket.io/'])
      expect(await upgrade(path)).toMatch(/^HTTP\/1.1 404/);
  });
});
