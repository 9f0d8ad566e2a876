import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { AddressNotAllowed } from './checked-url.ts';
import { Egress } from './egress.ts';

const PUBLIC = { address: '93.184.215.14', family: 4 };
const PRIVATE = { address: '127.0.0.1', family: 4 };

describe('a request to an address that a customer typed', () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close().closeAllConnections();
  });
  const serve = async (listener: RequestListener): Promise<string> => {
    const server = createServer(listener);
    servers.push(server);
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };

  it('is rejected if the name resolves to a private address at connection time', async () => {
    let connections = 0;
    const origin = await serve((_, response) => response.end());
    servers[0]?.on('connection', () => (connections += 1));
    const answers = [[PUBLIC], [PRIVATE]];
    const egress = new Egress({ resolve: async () => answers.shift() ?? [] });
    const url = `https://rebinding.test:${new URL(origin).port}/`;
    await egress.check(url);
    await expect(egress.request({ url, body: '{}' })).rejects.toThrow(AddressNotAllowed);
    expect(connections).toBe(0);
  });

  it('is rejected if the name resolves to a public and a private address', async () => {
    const egress = new Egress({ resolve: async () => [PUBLIC, { address: 'fd00::1', family: 6 }] });
    await expect(egress.check('https://both.test/')).rejects.toThrow(AddressNotAllowed);
    await expect(egress.request({ url: 'https://both.test/', body: '' })).rejects.toThrow(AddressNotAllowed);
  });

  it('follows no redirect', async () => {
    const paths: (string | undefined)[] = [];
    const origin = await serve((request, response) => {
      paths.push(request.url);
      response.writeHead(307, { location: '/other' }).end();
    });
    expect(await new Egress({ localOrigin: origin }).request({ url: `${origin}/hook`, body: '' })).toMatchObject({
      status: 307,
    });
    expect(paths).toEqual(['/hook']);
  });

  it('reads only the first 64 KiB of an endless response', async () => {
    const origin = await serve((_, response) => {
      const write = (): void => {
        while (response.write('x'.repeat(16_384)));
        response.once('drain', write);
      };
      write();
    });
    const { status, body } = await new Egress({ localOrigin: origin }).request({ url: origin, body: '' });
    expect([status, body.length]).toEqual([200, 65_536]);
  });

  it('times out after ten seconds without a response', async () => {
    const origin = await serve(() => undefined);
    await expect(new Egress({ localOrigin: origin }).request({ url: origin, body: '' })).rejects.toThrow(
      /within 10 seconds/,
    );
  }, 20_000);

  it('sends the given method, headers and body', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const origin = await serve(async (request, response) => {
      const body = await request.setEncoding('utf8').reduce((all, chunk: string) => all + chunk, '');
      resolve([request.method, request.headers['webhook-id'], body]);
      response.writeHead(410).end('gone');
    });
    const answer = await new Egress({ localOrigin: origin }).request({
      url: origin,
      headers: { 'webhook-id': 'a' },
      body: 'ü',
    });
    expect(await promise).toEqual(['POST', 'a', 'ü']);
    expect(answer).toMatchObject({ status: 410, body: 'gone' });
  });
});
