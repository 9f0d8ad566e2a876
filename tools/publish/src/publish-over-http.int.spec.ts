import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Door, KEY } from '../../../libs/publisher/test/door.ts';

const PROGRAM = fileURLToPath(new URL('main.ts', import.meta.url));

let door: Door;
beforeAll(async () => {
  door = await new Door().listen();
});
afterAll(() => door.close());

type Outcome = { code: number; stdout: string; stderr: string };

/** Runs the command with flags. The environment contains the key unless `key` replaces it. */
const run = (flags: readonly string[], key = KEY): Promise<Outcome> =>
  new Promise((resolve) => {
    const env = { ...process.env, PORTICO_KEY: key };
    const args = [PROGRAM, '--event', 'payrun.completed', '--api', door.url, ...flags];
    execFile(process.execPath, args, { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });

describe('the publisher with a key', () => {
  it('publishes an event over HTTP and reports that it was accepted', async () => {
    const flags = ['--id', 'by-hand', '--type', 'payroll', '--message', 'Paid 12 employees'];
    expect(await run(flags)).toEqual({ code: 0, stdout: 'published by-hand · accepted\n', stderr: '' });
    const [event] = door.posted.at(-1)?.events ?? [];
    expect(event).toMatchObject({ id: 'by-hand', source_type: 'payroll', details: { message: 'Paid 12 employees' } });
    expect(event).not.toHaveProperty('source_id');
    expect((await run(['--key', KEY], 'not this one')).stdout).toMatch(/^published [\da-f-]{36} · accepted\n$/);
  });

  it('publishes many events, and retries events without a response', async () => {
    const before = door.verdicts.stored.size;
    door.faults.push('lost', { status: 503 });
    const { code, stdout } = await run(['--count', '1200']);
    expect(stdout).toMatch(/^published 1200 events · all accepted · [\d.]+ s\n$/);
    expect(code).toBe(0);
    expect(door.verdicts.stored.size - before).toBe(1_200);
  });

  it('reports rejections in one line, and exits with 1', async () => {
    const outcome = await run(['--id', 'stray', '--source-id', '5', '--organization-id', '2']);
    expect(outcome).toEqual({
      code: 1,
      stdout: '',
      stderr: '1 of 1 rejected. stray: not_your_integration at /source_id: source_id is another one\n',
    });
  });

  it('reports an unknown or invalid key in one line that does not contain the key', async () => {
    const unknown = KEY.replace('abcdefg2', 'zzzzzzz7');
    const refused = await run([], unknown);
    expect(refused.stderr).toMatch(/^the server answered 401: .+\n$/);
    expect(refused.stderr).not.toContain(unknown.slice(-32));
    const none = await run([], 'sk_live_1234');
    expect(none).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^key should be the whole text of a key.+\n$/),
    });
  });
});
