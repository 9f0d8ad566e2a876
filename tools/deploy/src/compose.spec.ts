import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { weaknessOf } from '@portico/service/config';
import { processesOf, readCompose } from './compose.ts';
import { readServices, type Service } from './configuration/services.ts';
import { environmentFaults } from './environment.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const file = `${ROOT}/docker-compose.yml`;
const PROGRAM = fileURLToPath(new URL('image/portico.mjs', import.meta.url));
let services: Service[] = [];
let folder = '';
/** Runs the compose service that generates the secrets, with a local folder as its volume. */
const generateSecrets = (environment: Record<string, string> = {}): void => {
  const args = readCompose(file)['secrets']?.command.map((arg) => arg.replace('/secrets', folder));
  execFileSync(process.execPath, [PROGRAM, ...(args ?? [])], { env: environment });
};
const secretsThere = (): Record<string, string> =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portico-secrets-'));
  generateSecrets();
  services = await readServices(ROOT);
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true }));

describe('docker-compose.yml', () => {
  const compose = readCompose(file);

  it('runs every process of the product under its name, and only in the profile `all`', () => {
    const names = processesOf(compose).map(({ service }) => service);
    expect(names.toSorted()).toEqual(services.map(({ name }) => name).toSorted());
    for (const service of names)
      expect(compose[service]).toMatchObject({ command: [service], profiles: ['all'], read_only: true });
    for (const engine of ['kafka', 'postgres', 'clickhouse']) expect(compose[engine]?.profiles).toEqual([]);
  });

  it('sets the required variables of each process, and no unknown variables', () => {
    const faults = processesOf(compose).flatMap(({ service, values }) => {
      const mounted = Object.entries(values).map(([name, value]) => [name, value.replace('/secrets', folder)]);
      return environmentFaults({ service, values: Object.fromEntries(mounted) }, services);
    });
    expect(faults).toEqual([]);
  });

  it('generates strong secrets once, except for secrets from .env', () => {
    const first = secretsThere();
    expect(Object.keys(first).toSorted()).toEqual([
      'ALERTS_SECRET',
      'HOOKS_SECRET',
      'SERVICE_SECRET',
      'SIGNING_SECRET',
    ]);
    for (const text of Object.values(first))
      expect(weaknessOf(text.split(',')[0] ?? '', { isGenerated: true })).toBeUndefined();
    generateSecrets();
    expect(secretsThere()).toEqual(first);
    generateSecrets({ SERVICE_SECRET: 'given by .env' });
    expect(secretsThere()).toEqual({ ...first, SERVICE_SECRET: 'given by .env' });
    for (const { volumes, environment } of Object.values(compose))
      if (Object.values(environment).some((value) => value.startsWith('/secrets/')))
        expect(volumes).toEqual(['secrets:/secrets:ro']);
  });

  it('is rejected with one fault for each unknown, invalid or missing variable', () => {
    const values = { PORT: 'x', HOST: '0.0.0.0', API_URL_FILE: '/nowhere', TYPO: '1' };
    expect(environmentFaults({ service: 'console-server', values }, services)).toEqual([
      'console-server: TYPO is no variable of it',
      expect.stringMatching(/^console-server: API_URL_FILE: .*ENOENT/),
      expect.stringMatching(/^console-server: PORT: /),
      'console-server: OIDC_ISSUER: is not set',
    ]);
    expect(environmentFaults({ service: 'nobody', values }, services)).toEqual(['there is no service nobody']);
  });

  it('uses settings from .env', () => {
    const given = { OIDC_ISSUER: 'https://sign.on.test/', API_PORT: '4001' };
    const [server] = processesOf(readCompose(file, given)).filter(({ service }) => service === 'console-server');
    expect(server?.values).toMatchObject({ OIDC_ISSUER: given.OIDC_ISSUER, API_URL: 'http://localhost:4001' });
  });
});
