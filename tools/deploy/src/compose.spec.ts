import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { processesOf, readCompose } from './compose.ts';
import { readServices, type Service } from './configuration/services.ts';
import { environmentFaults } from './environment.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const file = `${ROOT}/docker-compose.yml`;
let services: Service[] = [];
beforeAll(async () => {
  services = await readServices(ROOT);
}, 60_000);

describe('docker-compose.yml', () => {
  const compose = readCompose(file);

  it('runs every process of the product, each under its name, and only with the profile all', () => {
    const names = processesOf(compose).map(({ service }) => service);
    expect(names.toSorted()).toEqual(services.map(({ name }) => name).toSorted());
    for (const { service } of processesOf(compose))
      expect(compose[service]).toMatchObject({ command: [service], profiles: ['all'], read_only: true });
    for (const engine of ['kafka', 'postgres', 'clickhouse']) expect(compose[engine]?.profiles).toEqual([]);
  });

  it('sets what each process needs, and nothing that it does not know', () => {
    const faults = processesOf(compose).flatMap((process) => environmentFaults(process, services));
    expect(faults).toEqual([]);
  });

  it('would be caught with an unknown, a wrong and a missing variable', () => {
    const values = { PORT: 'x', HOST: '0.0.0.0', API_URL_FILE: '/nowhere', TYPO: '1' };
    expect(environmentFaults({ service: 'console-server', values }, services)).toEqual([
      'console-server: TYPO is no variable of it',
      expect.stringMatching(/^console-server: API_URL_FILE: .*ENOENT/),
      expect.stringMatching(/^console-server: PORT: /),
      'console-server: OIDC_ISSUER: is not set',
    ]);
    expect(environmentFaults({ service: 'nobody', values }, services)).toEqual(['there is no service nobody']);
  });

  it('takes settings of .env', () => {
    const given = { OIDC_ISSUER: 'https://sign.on.test/', API_PORT: '4001' };
    const [server] = processesOf(readCompose(file, given)).filter(({ service }) => service === 'console-server');
    expect(server?.values).toMatchObject({ OIDC_ISSUER: given.OIDC_ISSUER, API_URL: 'http://localhost:4001' });
  });
});
