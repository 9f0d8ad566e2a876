import { freePort, guard, release } from '@portico/stack/process';
import type { Balancer } from './balancer.ts';
import { startOwnBalancer } from './own-balancer.ts';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const hasHaproxy = (): boolean => spawnSync('haproxy', ['-v']).status === 0;

const configOf = (port: number, ports: readonly number[]): string => `
global
  maxconn 4000
defaults
  mode http
  balance roundrobin
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout tunnel 1h
  timeout check 10s
frontend product
  bind 127.0.0.1:${port}
  default_backend processes
backend processes
  option httpchk GET /health/ready
  default-server check inter 200ms fall 1 rise 1
${ports.map((one) => `  server p${one} 127.0.0.1:${one}`).join('\n')}
`;

/** Starts haproxy with its default retries: it repeats only connections that failed. */
async function startHaproxy(port: number, ports: readonly number[]): Promise<Balancer> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-haproxy-'));
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, configOf(port, ports));
  const child = spawn('haproxy', ['-db', '-q', '-f', file], { stdio: 'ignore', detached: true });
  const pid = child.pid ?? 0;
  guard(pid, 'SIGTERM');
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => {
      release(pid);
      resolve();
    });
  });
  return {
    kind: 'haproxy',
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.kill('SIGKILL');
      await exited;
      await rm(folder, { recursive: true });
    },
  };
}

/** Starts haproxy if installed, otherwise the testkit's balancer. @param ports - current or future ports of the processes. */
export const startBalancer = async (ports: readonly number[]): Promise<Balancer> =>
  (hasHaproxy() ? startHaproxy : startOwnBalancer)(await freePort(), ports);
