// needs: image
import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePorts } from '@portico/stack/process';
import {
  engines,
  eventually,
  type OwnEngines,
  serviceEnvironment,
  STARTING,
  startOwnEngines,
  startTestTokens,
  type TestTokens,
} from '@portico/testkit';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** Base image of the tested image. The test lane runs this suite only if the variable is set. */
const NODE_IMAGE = process.env['PORTICO_NODE_IMAGE'] ?? '';
const SERVICES = globSync('apps/*/src/config.ts', { cwd: ROOT })
  .map((path) => path.split('/')[1] ?? '')
  .toSorted();
const BUILDING = 20 * 60_000;
/** Environment of buildah. With these settings, it needs no container engine, and containers use this machine's network. */
const env = { ...process.env, STORAGE_DRIVER: 'vfs', BUILDAH_ISOLATION: 'chroot' };

const buildah = async (...args: string[]): Promise<string> =>
  (await promisify(execFile)('buildah', args, { cwd: ROOT, env, maxBuffer: 64 * 1024 * 1024 })).stdout.trim();

/** Returns the id of the innermost process of a `buildah run`. Buildah does not forward signals to this process. */
const programIn = (pid: number): number => {
  const children = globSync(`/proc/${pid}/task/*/children`).flatMap((file) =>
    readFileSync(file, 'utf8').trim().split(' '),
  );
  const child = children.find(Boolean);
  return child === undefined ? pid : programIn(Number(child));
};

describe('the image', () => {
  const tag = `localhost/portico:test-${randomUUID().slice(0, 8)}`;
  let container = '';
  let [own, tokens]: [OwnEngines, TestTokens] = [undefined as never, undefined as never];

  beforeAll(async () => {
    const from = ['--build-arg', `NODE_IMAGE=${NODE_IMAGE}`, '-f', 'tools/deploy/Dockerfile'];
    await buildah('bud', '--quiet', '--format', 'docker', ...from, '-t', tag, '.');
    container = await buildah('from', '--pull-never', tag);
    [own, tokens] = await Promise.all([startOwnEngines(), startTestTokens()]);
  }, BUILDING);
  afterAll(async () => {
    await tokens?.stop();
    await own?.stop();
    if (container) await buildah('rm', container);
    await buildah('rmi', tag).catch(() => undefined);
  }, 60_000);

  const runArgs = (environment: Record<string, string>, command: readonly string[]): string[] => [
    'run',
    '--user=10001:10001',
    ...Object.entries(environment).map(([name, value]) => `--env=${name}=${value}`),
    container,
    '--',
    'node',
    ...command,
  ];
  const environmentOf = (port: number): Record<string, string> => {
    const clickhouse = new URL(engines().CLICKHOUSE_URL);
    clickhouse.pathname = `/image_${randomUUID().slice(0, 8)}`;
    return {
      ...serviceEnvironment(own, tokens),
      CLICKHOUSE_URL: clickhouse.href,
      HOST: '127.0.0.1',
      PORT: String(port),
      OIDC_ISSUER: 'https://sign.on.test/',
      SERVICE_SECRET: 'a secret that only the tests know and long enough',
      ...Object.fromEntries(
        ['ORGS', 'INTEGRATIONS', 'BILLING', 'EVENTS', 'ALERTS'].map((name) => [`${name}_URL`, 'http://127.0.0.1:9']),
      ),
    };
  };

  it('runs as an unprivileged user, checks its health without a shell, and lists its services', async () => {
    const { OCIv1, Docker } = JSON.parse(await buildah('inspect', tag)) as {
      OCIv1: { config: { User: string; Entrypoint: string[] } };
      Docker: { config: { Healthcheck: { Test: string[] } } };
    };
    expect(OCIv1.config.User).toBe('10001:10001');
    expect(OCIv1.config.Entrypoint).toEqual(['node', '--enable-source-maps', '/app/portico.mjs']);
    expect(Docker.config.Healthcheck.Test).toEqual(['CMD', 'node', '/app/healthcheck.mjs']);
    await expect(buildah(...runArgs({}, ['/app/portico.mjs']))).rejects.toMatchObject({
      stderr: expect.stringContaining(`with one of ${SERVICES.join(', ')}`),
    });
  });

  it.each(SERVICES)(
    'starts %s, which is healthy and ends on SIGTERM',
    async (service) => {
      const [port = 0] = await freePorts(1);
      const environment = environmentOf(port);
      const child = spawn('buildah', runArgs(environment, ['/app/portico.mjs', service]), { env, stdio: 'pipe' });
      const lines: string[] = [];
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => lines.push(String(data)));
      const exited = new Promise((resolve) => {
        child.once('close', resolve);
      });
      const isUp = async (): Promise<boolean> =>
        (await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined))?.status === 200;
      await eventually(async () => {
        if (child.exitCode !== null) throw new Error(`ended: ${lines.join('')}`);
        return isUp();
      }, 50_000);
      await buildah(...runArgs({ PORT: String(port) }, ['/app/healthcheck.mjs']));
      process.kill(programIn(child.pid ?? 0), 'SIGTERM');
      await exited;
      expect(lines.join('')).toContain('draining');
      expect(await isUp()).toBe(false);
      await expect(buildah(...runArgs({ PORT: String(port) }, ['/app/healthcheck.mjs']))).rejects.toThrow();
    },
    STARTING * 2,
  );
});
