import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { runServiceCommand, STARTING, startServiceProcess } from '@portico/testkit';

const folder = mkdtempSync(join(tmpdir(), 'portico-console-'));
writeFileSync(join(folder, 'index.html'), '<meta name="portico:api-url" content="" /><title>Portico</title>');
afterAll(() => rmSync(folder, { recursive: true }));

const environment = {
  API_URL: 'https://api.portico.test',
  OIDC_ISSUER: 'https://sign.on.test/',
  CONSOLE_FOLDER: folder,
};

it(
  'serves the console with its headers, answers probes, and exits with code 0 on SIGTERM',
  async () => {
    const server = await startServiceProcess('console-server', environment);
    const page = await fetch(`${server.url}/dashboard`);
    expect(await page.text()).toContain('content="https://api.portico.test"');
    expect(page.headers.get('content-security-policy')).toContain('wss://api.portico.test https://sign.on.test');
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
    expect(await server.stop()).toBe(0);
  },
  STARTING,
);

it(
  'does not start without a built console or without the address of the API',
  async () => {
    const unbuilt = await runServiceCommand('console-server', [], { ...environment, CONSOLE_FOLDER: '/nowhere' });
    expect(unbuilt).toEqual({ code: 1, said: expect.stringContaining('cannot start: ENOENT') });
    const { API_URL, ...otherEnvironment } = environment;
    const unset = await runServiceCommand('console-server', [], otherEnvironment);
    expect(unset).toEqual({ code: 1, said: expect.stringContaining('API_URL: is not set') });
    expect(API_URL).toBeDefined();
  },
  STARTING,
);
