// needs: pgbouncer
// Costs 15 s on 2 quiet cores.
import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { OrganizationDetail } from '@portico/contracts/http/orgs';
import {
  type Call,
  caller,
  eventually,
  freePort,
  type OwnEngines,
  read,
  serviceEnvironment,
  type ServiceProcess,
  startOwnEngines,
  startServiceProcess,
  startTestTokens,
  STARTING,
  type TestTokens,
} from '@portico/testkit';
import { newId, newOrganization } from './orgs.ts';

describe('PgBouncer in transaction mode', () => {
  let own: OwnEngines;
  let tokens: TestTokens;
  let pooler: ChildProcess;
  let folder: string;
  let service: ServiceProcess;
  let admin: Call;

  beforeAll(async () => {
    [own, tokens] = await Promise.all([startOwnEngines(), startTestTokens()]);
    folder = await mkdtemp(join(tmpdir(), 'portico-pgbouncer-'));
    const direct = new URL(own.environment.POSTGRES_URL);
    const port = await freePort();
    const file = join(folder, 'pgbouncer.ini');
    const server = [
      `host=${direct.hostname}`,
      `port=${direct.port}`,
      `user=${decodeURIComponent(direct.username)}`,
      ...(direct.password === '' ? [] : [`password=${decodeURIComponent(direct.password)}`]),
    ];
    await writeFile(
      file,
      `[databases]
* = ${server.join(' ')}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 4
`,
    );
    await chmod(folder, 0o755);
    // PgBouncer refuses to run as root.
    const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
    pooler = spawn('pgbouncer', [...user, file], { stdio: 'ignore' });
    const pooled = new URL(direct);
    pooled.port = String(port);
    service = await startServiceProcess('orgs', {
      ...serviceEnvironment(own, tokens),
      POSTGRES_URL: pooled.href,
      POSTGRES_DIRECT_URL: direct.href,
      POSTGRES_STATEMENT_TIMEOUT_SECONDS: '0',
      POSTGRES_LOCK_TIMEOUT_SECONDS: '0',
    });
    admin = caller(service.url, await tokens.sign({ usertype: 'ADMIN', id: 1 }));
  }, 2 * STARTING);
  afterAll(async () => {
    await service?.stop();
    pooler?.kill('SIGINT');
    await Promise.all([own?.stop(), tokens?.stop()]);
    await rm(folder, { recursive: true, force: true });
  });

  it('handles 40 concurrent changes over four connections without loss', async () => {
    const ids = await Promise.all(Array.from({ length: 40 }, () => newOrganization(admin)));
    const users = [{ id: newId(), approved: true }];
    const answers = await Promise.all(
      ids.map((organizationId) => admin('PUT', '/organizations/assign-many', { organizationId, users })),
    );
    expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200));
    const details = await Promise.all(ids.map((id) => read<OrganizationDetail>(admin, `/organizations/${id}`)));
    expect(details.every(({ userOrganizations }) => userOrganizations.length === 1)).toBe(true);
  });

  it('can restart while the service works', async () => {
    pooler.kill('SIGINT');
    await eventually(async () => (await admin('GET', '/organizations?limit=1')).status === 503);
    const { spawnargs } = pooler;
    pooler = spawn('pgbouncer', spawnargs.slice(1), { stdio: 'ignore' });
    await eventually(async () => (await admin('GET', '/organizations?limit=1')).status === 200);
    await newOrganization(admin);
  });
});
