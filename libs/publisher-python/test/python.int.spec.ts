import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Door, KEY } from '../../publisher/test/door.ts';

const ROOT = join(import.meta.dirname, '..');
const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');

/** Why the tests cannot run here, in one line; undefined if they can. */
const reasonAgainstPython = (): string | undefined => {
  const { status, stdout } = spawnSync('python3', ['-c', 'import sys; print(sys.version_info >= (3, 9))'], {
    encoding: 'utf8',
  });
  if (status !== 0) return "there is no working 'python3' on the PATH";
  return stdout.trim() === 'True' ? undefined : 'python3 is older than 3.9';
};
const reason = reasonAgainstPython();
if (reason !== undefined) console.info(`Not run (the publisher for Python): ${reason}`);
const describePython = reason === undefined ? describe : describe.skip;

const python = (args: readonly string[], environment: Record<string, string> = {}) =>
  promisify(execFile)('python3', ['-B', '-W', 'error', ...args], {
    cwd: ROOT,
    env: { ...process.env, PYTHONPATH: join(ROOT, 'src'), ...environment },
  });

const example = (name: string): string => {
  const [, code] = new RegExp(`<!-- example: ${name} -->\n\`\`\`python\n([\\s\\S]*?)\`\`\``).exec(readme) ?? [];
  if (code === undefined) throw new Error(`README.md has no example ${name}`);
  return code;
};

describePython('the publisher for Python', () => {
  it('passes its own tests', async () => {
    const { stderr } = await python(['-m', 'unittest', 'discover', '-t', '.', '-s', 'tests']);
    expect(stderr).toMatch(/Ran (2\d|[3-9]\d) tests[\s\S]*\nOK\n$/);
  }, 120_000);

  it('needs only Python 3.9', async () => {
    const check = [
      'import ast, pathlib',
      'for file in pathlib.Path("src").rglob("*.py"): ast.parse(file.read_text(), feature_version=(3, 9))',
    ];
    await python(['-c', check.join('\n')]);
    // Without installed packages.
    await python(['-S', '-c', 'import portico_publisher']);
  });
});

describePython('an example of the README for Python', () => {
  let door: Door;
  beforeAll(async () => {
    door = await new Door().listen();
  });
  afterAll(() => door.close());

  const run = async (name: string, url: string): Promise<string> =>
    (await python(['-c', example(name)], { PORTICO_URL: url, PORTICO_KEY: KEY })).stdout;

  it('publishes an event', async () => {
    expect(await run('publish', door.url)).toBe('1 accepted\n');
  });

  it('reports which events to publish again', async () => {
    const gone = await new Door().listen();
    const { url } = gone;
    await gone.close();
    expect(await run('failure', url)).toMatch(
      /^timeout None not answered within 0.5 s: no answer from 127.0.0.1: .+\n0 accepted, 1 to publish again\n$/,
    );
  });

  it('publishes many events', async () => {
    const before = door.answered.length;
    expect(await run('many', door.url)).toBe('done\n');
    expect(door.answered.length - before).toBe(2_000);
  });
});

describe('the README for Python', () => {
  it('publishes an event as the guide shows', () => {
    const guide = readFileSync(join(ROOT, '../../docs/guides/publisher-sdk.md'), 'utf8');
    expect(guide).toContain(`\`\`\`python\n${example('publish')}\`\`\``);
  });

  it('has no example without a test', () => {
    expect([...readme.matchAll(/<!-- example: (\w+) -->/g)].map(([, name]) => name)).toEqual([
      'publish',
      'failure',
      'many',
    ]);
  });
});
