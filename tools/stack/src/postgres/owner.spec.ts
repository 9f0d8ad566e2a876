import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chooseOwner } from './owner.ts';

/** Script that checks with access(2), like PostgreSQL's programs, whether a program may be run. */
const SCRIPT = "require('node:fs').accessSync(process.argv[1], 1); console.log(process.getuid())";

describe('the user that PostgreSQL runs as', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'portico-owner-'));
    chmodSync(folder, 0o755);
    for (const name of ['open', 'closed']) {
      mkdirSync(join(folder, name), { mode: name === 'open' ? 0o755 : 0o700 });
      writeFileSync(join(folder, name, 'program'), '', { mode: 0o755 });
    }
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(['open', 'closed'])(
    'can run the programs of PostgreSQL if a folder above them is %s to other users',
    (name) => {
      const program = join(folder, name, 'program');
      const { owner, files, wrap } = chooseOwner([program, process.execPath]);
      const [command, ...args] = wrap(process.execPath);
      const user = execFileSync(command, [...args, '-e', SCRIPT, program], { ...owner, cwd: '/', encoding: 'utf8' });
      expect(Number(user)).toBe(files?.uid ?? process.getuid?.());
      expect(Number(user)).not.toBe(0);
    },
  );
});
