import { createServer, request as send, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Endpoint } from '@portico/contracts/http/endpoint';
import { pino } from 'pino';
import { z } from 'zod';
import { type DirectCall, DirectEndpoints } from './direct-endpoints.ts';
import { Problem } from './problem.ts';

const ENDPOINT = { method: 'POST', path: '/notes/{id}', accepted: true, response: z.object({ id: z.string() }) };

describe('a direct endpoint', () => {
  let server: Server;
  let url: string;
  let lines: Record<string, unknown>[];
  let handle: (call: DirectCall) => Promise<unknown>;

  beforeEach(async () => {
    lines = [];
    const stream = new Writable({
      write: (chunk: Buffer, _, done) => {
        lines.push(JSON.parse(String(chunk)) as Record<string, unknown>);
        done();
      },
    });
    server = createServer((_, response) => response.writeHead(404).end('others'));
    const endpoints = new DirectEndpoints();
    endpoints.serve(ENDPOINT as unknown as Endpoint, (call) => handle(call));
    endpoints.attach(server, pino({}, stream) as never, false);
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const post = (path: string, init: RequestInit = {}) => fetch(`${url}${path}`, { method: 'POST', ...init });

  it.each([
    ['/notes/Ab', 'Ab'],
    ['/NOTES/Ab/?x=1', 'Ab'],
    ['/notes/a%20b', 'a b'],
  ])('answers %s with the decoded parameter and only the fields of the contract', async (path, id) => {
    handle = ({ params }) => Promise.resolve({ id: params['id'], secret: 1 });
    const response = await post(path, { headers: { 'x-request-id': 'caller-0001' } });
    expect([response.status, await response.json()]).toEqual([202, { id }]);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': 'caller-0001',
    });
  });

  it.each([
    ['GET', '/notes/1'],
    ['POST', '/notes'],
    ['POST', '/notes/1/2'],
    ['POST', '/notes//'],
    ['POST', '//notes/1'],
  ])('leaves %s %s to the other handlers of the server', async (method, path) => {
    handle = () => Promise.reject(new Error('called'));
    expect((await fetch(`${url}${path}`, { method })).status).toBe(404);
  });

  it.each([
    ['a problem', Problem.notFound('The note'), 404, 'not_found'],
    ['a defect', new TypeError('secret'), 500, 'internal'],
  ])('answers %s with problem details', async (_, error, status, code) => {
    handle = () => Promise.reject(error);
    const response = await post('/notes/1', { body: 'x'.repeat(100_000) });
    const text = await response.text();
    expect([response.status, response.headers.get('content-type')]).toEqual([
      status,
      'application/problem+json; charset=utf-8',
    ]);
    expect(JSON.parse(text)).toMatchObject({ code, instance: '/notes/1', requestId: expect.any(String) });
    expect(text).not.toContain('secret');
  });

  it('rejects a parameter that is not percent-encoded text', async () => {
    handle = () => Promise.reject(new Error('called'));
    expect(await (await post('/notes/%ff')).json()).toMatchObject({ status: 400, code: 'malformed_request' });
  });

  it('logs each request with its id, path and status, without the query', async () => {
    handle = () => Promise.resolve({ id: '1' });
    await post('/notes/1?search=vera', { headers: { 'x-request-id': 'caller-0002' } });
    while (lines.length === 0) await new Promise(setImmediate);
    expect(lines).toMatchObject([
      { level: 30, req: { id: 'caller-0002', method: 'POST', url: '/notes/1' }, res: { status: 202 } },
    ]);
  });

  it('tells the handler when the caller disconnects', async () => {
    const gone = new Promise((resolve) => {
      handle = (call) =>
        new Promise((_, reject) => {
          call.gone.addEventListener('abort', () => {
            resolve(call.gone.aborted);
            reject(new Error('gone'));
          });
          caller.destroy();
        });
    });
    const caller = send(`${url}/notes/1`, { method: 'POST' }).on('error', () => undefined);
    caller.end();
    expect(await gone).toBe(true);
    while (lines.length === 0) await new Promise(setImmediate);
    expect(lines).toContainEqual(expect.objectContaining({ msg: 'request aborted' }));
  });
});
