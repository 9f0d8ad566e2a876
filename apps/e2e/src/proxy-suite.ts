import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { CreatedKey } from '@portico/contracts/http/integration-keys';
import { type Call, caller, eventually, example, freePorts, LiveViewer } from '@portico/testkit';
import { callAs, tokenOf } from '@portico/testkit/product/signed-in';
import { type Stack, startNewStack } from '@portico/testkit/product/stack';
import { startChild } from '@portico/stack/process';
import { eventOf } from './outsider.ts';

const TIMEOUT_MS = 60_000;
const SIGN_ONS = 5;

/** The configuration and the arguments of a proxy. */
type Proxy = {
  /** Returns a complete configuration file that contains the example of docs/operations/deploy.md. */
  configuration: (example: string, folder: string) => string;
  args: (file: string) => string[];
};

/** Writes a self-signed certificate for `localhost`, its key, and a file with both. Returns the certificate. */
const makeCertificate = async (folder: string): Promise<string> => {
  const [certificate, key] = [join(folder, 'tls.pem'), join(folder, 'tls.key')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  await promisify(execFile)('openssl', ['req', ...kind, ...subject, '-keyout', key, '-out', certificate]);
  const text = await readFile(certificate, 'utf8');
  await writeFile(join(folder, 'tls-with-key.pem'), text + (await readFile(key, 'utf8')));
  return text;
};

/** A suite that runs the product behind a proxy with TLS, configured as in the guide. */
export const describeProxy = (name: 'nginx' | 'haproxy', { configuration, args }: Proxy): void =>
  describe(`the product behind ${name}`, () => {
    jest.setTimeout(300_000);
    const authorities = getCACertificates('default');
    const ends: (() => Promise<unknown>)[] = [];
    let stack: Stack;
    let url: string;
    let admin: Call;
    let integration: { id: number; organizationId: number };

    beforeAll(async () => {
      const folder = await mkdtemp(join(tmpdir(), `portico-${name}-`));
      ends.push(() => rm(folder, { recursive: true, force: true }));
      setDefaultCACertificates([...authorities, await makeCertificate(folder)]);
      stack = await startNewStack({ TRUSTED_PROXIES: '1', RATE_LIMIT_SIGN_ON_PER_MINUTE: String(SIGN_ONS) });
      ends.push(stack.stop);
      const [port = 0] = await freePorts(1);
      const text = example('docs/operations/deploy.md', name)
        .replaceAll('443', String(port))
        .replaceAll('127.0.0.1:3001', `127.0.0.1:${new URL(stack.apiUrl).port}`)
        .replaceAll('/etc/portico', folder);
      const file = join(folder, 'configuration');
      await writeFile(file, configuration(text, folder));
      const child = await startChild({ name, dataDir: folder, command: name, args: args(file) });
      ends.push(() => child.stop(5_000));
      url = `https://localhost:${port}`;
      await eventually(async () => (await caller(url)('GET', '/health/live')).status < 500, TIMEOUT_MS);
      admin = await callAs(stack, 'admin');
      const make = async (path: string, body: object): Promise<number> =>
        ((await admin('POST', path, body)).body as { id: number }).id;
      const organizationId = await make('/organizations', { name: 'Northwind' });
      integration = { id: await make('/integrations', { name: 'payroll', organizationId }), organizationId };
    });
    afterAll(async () => {
      for (const end of ends.toReversed()) await end();
      setDefaultCACertificates(authorities);
    });

    it('shows a live row of an event that was published through the proxy', async () => {
      const { key } = (await admin('POST', `/integrations/${integration.id}/keys`, { label: 'server' }))
        .body as CreatedKey;
      const viewer = await new LiveViewer(url, await tokenOf(stack, 'admin')).open();
      const event = eventOf(integration);
      const publish = () => caller(url, key)('POST', '/ingest/events', event);
      // A new key becomes valid within a second.
      const { body } = await eventually(async () => {
        const answer = await publish();
        return answer.status === 202 ? answer : false;
      }, TIMEOUT_MS);
      expect(body).toMatchObject({ accepted: 1 });
      await eventually(() => viewer.received.includes(event.id), TIMEOUT_MS);
      viewer.close();
    });

    it('passes an oversized body on to the product, which rejects the body', async () => {
      const { status, body } = await caller(url, 'ptk_live_none')('POST', '/auth', { token: 'x'.repeat(2 << 20) });
      expect({ status, body }).toMatchObject({ status: 413, body: { status: 413 } });
    });

    it("limits sign-ons by the client's real address, and ignores forged addresses", async () => {
      const statuses: number[] = [];
      for (let index = 0; index <= SIGN_ONS; index++) {
        const forged = { 'x-forwarded-for': `203.0.113.${index}` };
        const body = { token: 'a.b.c', email: 'somebody@corp.test' };
        statuses.push((await caller(url)('POST', '/auth', body, forged)).status);
      }
      expect([statuses[0], statuses.at(-1)]).toEqual([401, 429]);
    });
  });
