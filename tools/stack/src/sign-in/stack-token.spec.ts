import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { stackFileOf } from '../stack-file.ts';
import { runningStack, StackUnavailable } from './stack-token.ts';

const stack = {
  version: 1,
  pid: process.pid,
  running: true,
  consoleUrl: 'http://localhost:3000',
  apiUrl: 'http://localhost:3001',
  kafkaBrokers: 'localhost:9092',
  issuer: 'http://localhost:3002/',
  clientId: 'portico-console',
  audience: 'https://api.portico.test',
};
/** Higher than any process id. */
const NO_PROCESS = 2 ** 30;

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'portico-stack-file-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const write = (content: object): void => writeFileSync(stackFileOf(dataDir), JSON.stringify(content));

describe('the stack of a data directory', () => {
  it('is found while it is running', () => {
    write(stack);
    expect(runningStack(dataDir)).toMatchObject({ apiUrl: 'http://localhost:3001', issuer: 'http://localhost:3002/' });
  });

  it.each([
    ['it was never started', undefined, /^No stack is running on/],
    ['it has been stopped', { ...stack, running: false }, /^No stack is running on/],
    ['its process has ended', { ...stack, pid: NO_PROCESS }, /^No stack is running on/],
    [
      'it uses another identity provider',
      { ...stack, issuer: 'https://tenant.auth0.com/' },
      /signs on at https:\/\/tenant/,
    ],
    ['it has no identity provider', { ...stack, issuer: '' }, /signs on at no provider/],
    [
      'its issuer only resembles a local name',
      { ...stack, issuer: 'http://localhost.evil.test/' },
      /^Only the local sign-on/,
    ],
  ])('is reported as unavailable when %s', (_, content, message) => {
    if (content) write(content);
    expect(() => runningStack(dataDir)).toThrow(StackUnavailable);
    expect(() => runningStack(dataDir)).toThrow(message);
  });
});

describe('the token command', () => {
  const program = fileURLToPath(new URL('../token/main.ts', import.meta.url));
  const run = (...args: string[]): Promise<{ code: unknown; stdout: string; stderr: string }> =>
    new Promise((resolve) => {
      const env = { ...process.env, PORTICO_DATA_DIR: dataDir };
      execFile(process.execPath, [program, ...args], { env }, (error, stdout, stderr) =>
        resolve({ code: error ? error.code : 0, stdout, stderr }),
      );
    });

  it.each([
    [['bob'], 'bob is no demo account. There are: admin, client, superadmin, vendor, lead.\n'],
    [[], 'Usage: npm run --silent token -- <admin, client, superadmin, vendor, lead>\n'],
    [['admin', 'lead'], 'Usage: npm run --silent token -- <admin, client, superadmin, vendor, lead>\n'],
  ])('rejects %j with one line', async (args, line) => {
    expect(await run(...args)).toEqual({ code: 1, stdout: '', stderr: line });
  });

  it('fails without a running stack', async () => {
    const { code, stdout, stderr } = await run('admin');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^No stack is running on .*\n$/);
  });
});
