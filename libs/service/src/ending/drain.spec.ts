import { createServer, get, type IncomingMessage, type Server, type ServerResponse, Agent } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Readiness } from '../health/readiness.ts';
import { drain } from './drain.ts';
import { Draining } from './draining.ts';
import { OpenRequests } from './open-requests.ts';

describe('a process that receives SIGTERM', () => {
  const readiness = new Readiness();
  let draining: Draining;
  let server: Server;
  let requests: OpenRequests;
  let url: string;
  let waiting: ServerResponse[];
  let agent: Agent;

  beforeEach(async () => {
    draining = new Draining(readiness);
    waiting = [];
    agent = new Agent({ keepAlive: true });
    server = createServer((request, response) => {
      if (request.url === '/slow') waiting.push(response);
      else response.end('answer');
    });
    requests = new OpenRequests(server);
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => {
    agent.destroy();
    server.closeAllConnections();
    server.close();
    draining.onApplicationShutdown();
  });

  const ask = (path: string): Promise<{ headers: IncomingMessage['headers']; body: string }> =>
    new Promise((resolve, reject) => {
      get(`${url}${path}`, { agent }, (response) => {
        let body = '';
        response.on('data', (chunk) => (body += String(chunk)));
        response.on('end', () => resolve({ headers: response.headers, body }));
      }).on('error', reject);
    });
  const slow = async (): Promise<{ answer: ReturnType<typeof ask> }> => {
    const arrived = new Promise((resolve) => server.once('request', resolve));
    const answer = ask('/slow');
    await arrived;
    return { answer };
  };

  it('reports not ready, still answers, and closes each connection after its response', async () => {
    expect((await ask('/')).headers.connection).toBe('keep-alive');
    expect(readiness.missing()).toEqual({});
    const ended = drain(draining, requests, 300);
    expect(readiness.missing()).toEqual({ ending: 'this process is ending' });
    expect(await ask('/')).toMatchObject({ headers: { connection: 'close' }, body: 'answer' });
    expect(await ended).toBe(0);
    await expect(ask('/')).rejects.toThrow('ECONNREFUSED');
  });

  it('finishes open requests before it ends', async () => {
    const { answer } = await slow();
    const begun = await slow();
    const [first, second] = waiting;
    second?.write('an');
    const ended = drain(draining, requests, 0);
    first?.setHeader('connection', 'keep-alive').end('answer');
    expect(await answer).toMatchObject({ headers: { connection: 'close' }, body: 'answer' });
    expect(requests.count).toBe(1);
    second?.end('swer');
    expect((await begun.answer).body).toBe('answer');
    expect(await ended).toBe(0);
  });

  it('reports the requests that it cuts off', async () => {
    const { answer } = await slow();
    answer.catch(() => undefined);
    expect(await requests.finish(10)).toBe(1);
  });

  it('asks connections to move to another process in the second half of the drain time', async () => {
    const handovers: number[] = [];
    draining.onHandover((within) => handovers.push(within));
    expect(draining.within).toBeNull();
    await drain(draining, requests, 200);
    expect(handovers).toEqual([80]);
    expect(draining.within).toBeLessThanOrEqual(80);
  });
});
