import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChild } from '@portico/stack/process';
import { eventually } from '../eventually.ts';
import { type Answer, caller } from '../http.ts';
import { findKeycloak } from './keycloak-installation.ts';

/** Maximum milliseconds until Keycloak has started, which takes about 8 s on 2 idle cores. */
const START_TIMEOUT_MS = 240_000;
const STOP_GRACE = 10_000;
const ADMIN = { username: 'admin', password: 'admin' };
/** Java options that reduce the start time to two thirds, and the memory to 400 MB. */
const JVM = { JAVA_OPTS_KC_HEAP: '-Xms64m -Xmx512m', JAVA_OPTS_APPEND: '-XX:TieredStopAtLevel=1' };

export type Grant = Record<string, string>;

export type Keycloak = {
  url: string;
  /** Calls the admin API with a path below `/admin/realms`. @throws unless the status is 2xx. */
  admin: (method: string, path: string, body?: unknown) => Promise<Answer>;
  token: (realm: string, grant: Grant) => Promise<{ status: number; body: Record<string, string> }>;
  stop: () => Promise<unknown>;
};

/** Starts an in-memory Keycloak without realms, on loopback. @throws SystemMissing */
export const startKeycloak = async (port: number, managementPort: number): Promise<Keycloak> => {
  const folder = await findKeycloak();
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-keycloak-'));
  const url = `http://localhost:${port}`;
  const options = {
    'http-enabled': true,
    'http-host': '127.0.0.1',
    'http-port': port,
    'http-management-port': managementPort,
    'hostname-strict': false,
  };
  const child = await startChild({
    name: 'keycloak',
    dataDir,
    command: join(folder, 'bin/kc.sh'),
    args: ['start', '--optimized', ...Object.entries(options).map(([name, value]) => `--${name}=${value}`)],
    env: {
      ...process.env,
      ...JVM,
      KC_BOOTSTRAP_ADMIN_USERNAME: ADMIN.username,
      KC_BOOTSTRAP_ADMIN_PASSWORD: ADMIN.password,
    },
  });
  const stop = () => child.stop(STOP_GRACE).finally(() => rm(dataDir, { recursive: true, force: true }));
  const isUp = async (): Promise<boolean> => (await fetch(`${url}/realms/master`)).ok;
  try {
    const ended = child.exited.then(() => Promise.reject(new Error('Keycloak ended')));
    await Promise.race([eventually(isUp, START_TIMEOUT_MS), ended]);
  } catch (error) {
    const lines = child.lastLines(8).join('\n');
    await stop();
    throw new Error(`Keycloak did not start. ${lines}`, { cause: error });
  }

  const token: Keycloak['token'] = async (realm, grant) => {
    const address = `${url}/realms/${realm}/protocol/openid-connect/token`;
    const response = await fetch(address, { method: 'POST', body: new URLSearchParams(grant) });
    return { status: response.status, body: (await response.json()) as Record<string, string> };
  };
  return {
    url,
    token,
    stop,
    // Request a new admin token for each call, because a token lasts a minute.
    admin: async (method, path, body) => {
      const { body: session } = await token('master', { grant_type: 'password', client_id: 'admin-cli', ...ADMIN });
      const answer = await caller(url, session['access_token'])(method, `/admin/realms${path}`, body);
      if (answer.status >= 300)
        throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      return answer;
    },
  };
};
