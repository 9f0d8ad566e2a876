import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { identityOf } from '../process/identity.ts';
import { LAYOUT_VERSION, takeDataDirectory, writeStackFile } from './data-directory.ts';

let parent: string;
let dataDir: string;
const stackFile = (version: number) =>
  writeStackFile(dataDir, {
    version,
    pid: 1,
    running: false,
    consoleUrl: 'http://localhost:3000',
    apiUrl: 'http://localhost:3001',
    kafkaBrokers: '',
    ownsKafka: false,
    issuer: '',
    clientId: '',
    audience: '',
    postgresUrl: '',
    clickhouseUrl: '',
    stripeApiUrl: '',
    mailUrl: '',
  });

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'portico-data-'));
  dataDir = join(parent, 'portico');
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

describe('the data directory', () => {
  it('can be locked again after it was unlocked', async () => {
    const release = await takeDataDirectory(dataDir, false);
    stackFile(LAYOUT_VERSION);
    expect(statSync(join(dataDir, 'stack.json')).mode & 0o077).toBe(0);
    release();
    (await takeDataDirectory(dataDir, false))();
  });

  it('is unreadable to other users, including files that existed before the start and files created later', async () => {
    mkdirSync(join(dataDir, 'kafka'), { recursive: true, mode: 0o755 });
    for (const name of ['kafka/log', 'demo-accounts']) writeFileSync(join(dataDir, name), 'x', { mode: 0o644 });
    stackFile(LAYOUT_VERSION);
    chmodSync(dataDir, 0o755);
    const before = process.umask();
    const release = await takeDataDirectory(dataDir, false);
    mkdirSync(join(dataDir, 'stripe'));
    writeFileSync(join(dataDir, 'stripe.json'), 'x');
    process.umask(before);
    expect(statSync(dataDir).mode & 0o066).toBe(0);
    // The folder's own mode denies access to its content. For root, the mode lets PostgreSQL's user pass through the folder.
    const isOpen = (statSync(dataDir).mode & 0o011) !== 0;
    expect(isOpen).toBe(process.getuid?.() === 0);
    const readable = readdirSync(dataDir).filter((name) => (statSync(join(dataDir, name)).mode & 0o077) !== 0);
    expect(isOpen ? readable : []).toEqual([]);
    release();
  });

  it('is locked by one stack at a time', async () => {
    const release = await takeDataDirectory(dataDir, false);
    await expect(takeDataDirectory(dataDir, false)).rejects.toThrow(`(process ${process.pid})`);
    release();
  });

  it('is taken over from a dead stack, even when its process id was reused', async () => {
    (await takeDataDirectory(dataDir, false))();
    writeFileSync(join(dataDir, 'lock'), JSON.stringify({ ...identityOf(process.pid), startedAt: '1' }));
    (await takeDataDirectory(dataDir, false))();
  });

  it('is rejected if it has another version, and is recreated with --fresh', async () => {
    (await takeDataDirectory(dataDir, false))();
    stackFile(LAYOUT_VERSION + 1);
    writeFileSync(join(dataDir, 'something'), '');
    await expect(takeDataDirectory(dataDir, false)).rejects.toThrow(
      /^[^\n]*layout version 2, this Portico reads version 1: start over with npm start -- --fresh[^\n]*$/,
    );
    expect(readdirSync(dataDir)).toContain('something');
    (await takeDataDirectory(dataDir, true))();
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it('is never changed if Portico did not create it, not even with --fresh', async () => {
    const photo = join(parent, 'photo.jpg');
    writeFileSync(photo, 'x');
    for (const fresh of [false, true])
      await expect(takeDataDirectory(parent, fresh)).rejects.toThrow('is no data folder of Portico');
    expect(existsSync(photo)).toBe(true);
  });
});
