import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@portico/testkit';
import { identityOf, isRunning, type ProcessIdentity } from '../process/identity.ts';
import { isFree } from '../process/ports.ts';

jest.setTimeout(120_000);

const STACK = fileURLToPath(new URL('test/stand-in-stack.ts', import.meta.url));
const START = fileURLToPath(new URL('../../bin/start.mjs', import.meta.url));
/** The launcher must not use the engines of the test run. */
const NO_SERVERS = {
  KAFKA_BROKERS: '',
  POSTGRES_URL: '',
  CLICKHOUSE_URL: '',
  OIDC_ISSUER: '',
  STRIPE_SECRET_KEY: '',
  STRIPE_WEBHOOK_SECRET: '',
};

const runProgram = (program: string, args: string[], env: Record<string, string> = {}) => {
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...process.env, NODE_OPTIONS: '', ...NO_SERVERS, ...env },
  });
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk) => (said.out += String(chunk)));
  child.stderr.on('data', (chunk) => (said.err += String(chunk)));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { pid: child.pid ?? 0, said, ended, ask: (name: NodeJS.Signals) => child.kill(name) };
};

describe('a running stack', () => {
  let dataDir: string;
  let stack: ReturnType<typeof runProgram>;

  const processes = (): ProcessIdentity[] =>
    readdirSync(join(dataDir, 'run')).map((name) => JSON.parse(readFileSync(join(dataDir, 'run', name), 'utf8')));
  const processOf = (name: string): ProcessIdentity | undefined => {
    const file = join(dataDir, 'run', `${name}.json`);
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  };
  const start = (mode = '') => {
    stack = runProgram(STACK, [dataDir, mode]);
    return eventually(() => stack.said.out.includes('READY') || stack.said.err !== '');
  };

  beforeEach(() => {
    dataDir = join(mkdtempSync(join(tmpdir(), 'portico-launcher-')), 'data');
    mkdirSync(dataDir);
  });
  afterEach(async () => {
    stack.ask('SIGKILL');
    await stack.ended;
    await eventually(() => !processes().some(isRunning));
    rmSync(join(dataDir, '..'), { recursive: true, force: true });
  });

  it.each([
    ['SIGINT', 'stubborn', 4],
    ['SIGTERM', '', 3],
  ] as const)('stops on %s, dependents first, and leaves no process', async (name, mode, count) => {
    await start(mode);
    const left = processes();
    expect(left.filter(isRunning)).toHaveLength(count);
    stack.ask(name);
    expect(await stack.ended).toBe(0);
    expect(left.filter(isRunning)).toEqual([]);
    expect(readFileSync(join(dataDir, 'ended'), 'utf8').split('\n')[0]).toBe('outer');
    expect(existsSync(join(dataDir, 'lock'))).toBe(false);
  });

  it('leaves no process when it is killed, and the next start reuses its data', async () => {
    await start('stubborn');
    const left = processes();
    stack.ask('SIGKILL');
    await stack.ended;
    await eventually(() => !left.some(isRunning));
    await start();
    expect(stack.said.out).toContain('READY');
    stack.ask('SIGINT');
    expect(await stack.ended).toBe(0);
  });

  it('restarts dead services and engines at the same addresses', async () => {
    await start();
    const ports = [...stack.said.out.matchAll(/(?:inner|outer)\s+(\d+)/g)].map(([, port]) => port);
    for (const name of ['inner', 'postgres']) {
      const before = await eventually(() => processOf(name));
      process.kill(before.pid, 'SIGKILL');
      await eventually(() => {
        const now = processOf(name);
        return now && now.pid !== before.pid && isRunning(now);
      });
    }
    await eventually(() => /PostgreSQL is back/.test(stack.said.out) && /inner is back/.test(stack.said.out));
    expect(stack.said.out).toMatch(/! inner ended \(signal SIGKILL\)/);
    for (const port of ports) expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200);
    stack.ask('SIGINT');
    expect(await stack.ended).toBe(0);
  });

  it('exits with 1 when a service cannot start, reports its last lines, and leaves no process', async () => {
    await start('broken');
    expect(await stack.ended).toBe(1);
    expect(stack.said.err).toContain('inner ended while it started\n    | cannot start: the flux is missing');
    expect(processes().filter(isRunning)).toEqual([]);
  });
});

/** Adjacent free ports, below those of outgoing connections. */
const portsInARow = async (count: number): Promise<number[]> => {
  for (;;) {
    const first = 10_000 + Math.floor(Math.random() * 20_000);
    const ports = Array.from({ length: count }, (_, index) => first + index);
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return ports;
  }
};

describe('npm start', () => {
  const parent = mkdtempSync(join(tmpdir(), 'portico-start-'));
  const ports: Record<string, string> = {};
  const startWith = async (env: Record<string, string>, ...args: string[]) => {
    const program = runProgram(START, args, { ...ports, PORTICO_DATA_DIR: join(parent, 'data'), ...env });
    const code = await program.ended;
    return { code, ...program.said };
  };
  const refusal = (line: RegExp) => ({ code: 1, err: expect.stringMatching(new RegExp(`^${line.source}\\n$`)) });

  beforeAll(async () => {
    const [consolePort, apiPort, , kafkaPort] = await portsInARow(4);
    Object.assign(ports, { CONSOLE_PORT: `${consolePort}`, API_PORT: `${apiPort}`, KAFKA_PORT: `${kafkaPort}` });
  });
  afterAll(() => rmSync(parent, { recursive: true, force: true }));

  it.each(['127.0.0.1', '::1'])('rejects a port in use on %s in one line, before it starts anything', async (host) => {
    const server = createServer();
    await new Promise<void>((resolve) => {
      server.listen(Number(ports['KAFKA_PORT']), host, resolve);
    });
    const answer = await startWith({});
    await new Promise((resolve) => server.close(resolve));
    expect(answer).toMatchObject(refusal(/Port \d+ for Kafka is in use: [^\n]*set another KAFKA_PORT\./));
    expect(existsSync(join(parent, 'data', 'postgres'))).toBe(false);
  });

  it('rejects a data folder that has another version or was not created by Portico', async () => {
    mkdirSync(join(parent, 'old'));
    writeFileSync(join(parent, 'old', 'stack.json'), '{"version":99}');
    const old = await startWith({ PORTICO_DATA_DIR: join(parent, 'old') });
    expect(old).toMatchObject(refusal(/[^\n]*layout version 99[^\n]*--fresh[^\n]*PORTICO_DATA_DIR\./));
    const foreign = await startWith({ PORTICO_DATA_DIR: parent }, '--fresh');
    expect(foreign).toMatchObject(refusal(/[^\n]*is no data folder of Portico: set another PORTICO_DATA_DIR\./));
  });

  it('rejects a folder in use by another stack', async () => {
    const dataDir = join(parent, 'taken');
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'lock'), JSON.stringify(identityOf(process.pid)));
    const answer = await startWith({ PORTICO_DATA_DIR: dataDir });
    expect(answer).toMatchObject(refusal(/Portico runs on [^\n]* already \(process \d+\)[^\n]*/));
  });

  it('rejects an unknown option and an invalid port', async () => {
    expect(await startWith({}, '--demo-only')).toMatchObject(refusal(/Unknown option '--demo-only'\. Options: [^\n]*/));
    expect(await startWith({ API_PORT: 'http' })).toMatchObject(refusal(/API_PORT is 'http'[^\n]*/));
  });

  it('prints its options for --help', async () => {
    expect(await startWith({}, '--help')).toMatchObject({ code: 0, out: expect.stringContaining('--no-demo') });
  });
});
