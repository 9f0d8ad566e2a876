import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { engines } from '@portico/testkit';
import { z } from 'zod';
import { TableConfig } from '../../src/config.ts';
import { clickhouseOf } from '../../src/table/prepare.ts';

const hasOpenssl = spawnSync('openssl', ['version']).error === undefined;

/** Starts a TLS server with a self-signed certificate in front of this run's ClickHouse. */
async function startTls(folder: string): Promise<{ port: number; ca: string; stop: () => void }> {
  const [key, ca] = [join(folder, 'key.pem'), join(folder, 'ca.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', ca, ...subject], {
    stdio: 'ignore',
  });
  const { hostname, port } = new URL(engines().CLICKHOUSE_URL);
  const server = createServer({ key: readFileSync(key), cert: readFileSync(ca) }, (incoming, answer) => {
    const { url: path, method, headers } = incoming;
    const onward = request({ hostname, port, path, method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    incoming.pipe(onward);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { port: (server.address() as AddressInfo).port, ca, stop };
}

const testTls = (): void =>
  describe('a ClickHouse behind TLS', () => {
    it('requires the certificates of CLICKHOUSE_CA_FILE', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'portico-tls-'));
      const { port, ca, stop } = await startTls(folder);
      const url = new URL(engines().CLICKHOUSE_URL);
      const CLICKHOUSE_URL = `https://${url.username ? `${url.username}:${url.password}@` : ''}localhost:${port}/default`;
      const ask = async (CLICKHOUSE_CA_FILE?: string): Promise<unknown> => {
        const clickhouse = clickhouseOf(TableConfig.parse({ CLICKHOUSE_URL, CLICKHOUSE_CA_FILE }), 1);
        const rows = clickhouse.rows(z.object({ one: z.number() }), { sql: 'SELECT 1 AS one' });
        return rows.finally(() => clickhouse.close());
      };
      try {
        expect(await ask(ca)).toEqual([{ one: 1 }]);
        await expect(ask()).rejects.toThrow(/certificate/);
      } finally {
        stop();
        rmSync(folder, { recursive: true });
      }
    });
  });

if (hasOpenssl) testTls();
else
  process.stderr.write('TLS to ClickHouse is not tested: there is no openssl on this machine to make certificates.\n');
