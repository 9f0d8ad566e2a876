import { execFile, execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { engines, outsideKafka } from '@portico/testkit';
import { Door, KEY } from './door.ts';

const ROOT = join(import.meta.dirname, '..');
const MODULES = join(ROOT, '../../node_modules');
const project = mkdtempSync(join(tmpdir(), 'portico-published-'));
const installed = join(project, 'node_modules/@portico/publisher');
const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
const execute = promisify(execFile);

/** Executables of this Node version, and of other Node versions on the PATH. */
const nodes = new Set(
  [process.execPath, ...(process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'node'))]
    .filter((file) => existsSync(file))
    .map((file) => realpathSync(file)),
);

/** Sets up the example as a separate project with the packed package, and with kafkajs for the Kafka example. */
beforeAll(() => {
  const built = join(project, 'built');
  execFileSync(process.execPath, [join(ROOT, 'package.mjs'), built]);
  execFileSync('npm', ['pack', built, '--pack-destination', project], { stdio: 'pipe' });
  cpSync(join(ROOT, 'example'), project, { recursive: true });
  mkdirSync(installed, { recursive: true });
  const tarball = join(project, 'portico-publisher-0.1.0.tgz');
  execFileSync('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1']);
  symlinkSync(join(MODULES, 'kafkajs'), join(project, 'node_modules/kafkajs'));
}, 60_000);
afterAll(() => rmSync(project, { recursive: true, force: true }));

describe('the packed package', () => {
  it.each([...nodes])('passes the tests of the example on %s', async (node) => {
    const { stdout } = await execute(node, ['--test'], { cwd: project });
    expect(stdout).toMatch(/pass 1\n/);
    expect(stdout).toMatch(/fail 0\n/);
  });

  it('declares its exports with types, and has no dependencies', () => {
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    const { types, default: code } = manifest.exports['.'];
    for (const file of [types, code, 'README.md', 'LICENSE']) expect(existsSync(join(installed, file))).toBe(true);
    expect(Object.keys(manifest)).not.toEqual(expect.arrayContaining([expect.stringMatching(/dependencies/i)]));
    expect(manifest.private).toBeUndefined();
    expect(existsSync(join(installed, 'src/event/event.spec.js'))).toBe(false);
  });
});

describe('the README', () => {
  const TOPIC = 'publisher.readme';
  const example = (name: string): string => {
    const [, code] = new RegExp(`<!-- example: ${name} -->\n\`\`\`js\n([\\s\\S]*?)\`\`\``).exec(readme) ?? [];
    if (code === undefined) throw new Error(`README.md has no example ${name}`);
    return code;
  };
  const run = async (name: string, url: string): Promise<{ stdout: string; stderr: string }> => {
    const file = join(project, `${name}.js`);
    writeFileSync(file, example(name));
    const environment = {
      PORTICO_URL: url,
      PORTICO_KEY: KEY,
      PORTICO_TOPIC: TOPIC,
      KAFKAJS_NO_PARTITIONER_WARNING: '1',
    };
    const env = { ...process.env, ...environment, KAFKA_BROKERS: engines().KAFKA_BROKERS };
    return execute(process.execPath, [file], { cwd: project, env });
  };
  let door: Door;
  beforeAll(async () => {
    door = await new Door().listen();
    const admin = outsideKafka().admin();
    await admin.connect();
    await admin.createTopics({ topics: [{ topic: TOPIC, numPartitions: 3, replicationFactor: 1 }] });
    await admin.disconnect();
  });
  afterAll(() => door.close());

  it('has an example that publishes an event', async () => {
    expect(await run('publish', door.url)).toEqual({ stdout: '1 accepted\n', stderr: '' });
  });

  it('has an example that prints the number of events to publish again', async () => {
    const gone = await new Door().listen();
    const { url } = gone;
    await gone.close();
    const { stderr } = await run('failure', url);
    expect(stderr).toMatch(/^timeout undefined undefined not answered within 500 ms: no answer from 127[\d.:]+: .+\n/);
    expect(stderr).toMatch(/\n0 accepted, 1 to publish again\n$/);
  });

  it('has an example that publishes many events', async () => {
    const before = door.answered.length;
    expect(await run('many', door.url)).toEqual({ stdout: 'done\n', stderr: '' });
    expect(door.answered.length - before).toBe(2_000);
  });

  it('has an example that publishes over Kafka', async () => {
    expect((await run('kafka', door.url)).stdout).toBe('1 stored\n');
  });

  it('has the same first example as the guide', () => {
    const guide = readFileSync(join(ROOT, '../../docs/guides/publisher-sdk.md'), 'utf8');
    expect(guide).toContain(`\`\`\`js\n${example('publish')}\`\`\``);
  });

  it('has no example without a test', () => {
    const names = [...readme.matchAll(/<!-- example: (\w+) -->/g)].map(([, name]) => name);
    expect(names).toEqual(['publish', 'failure', 'many', 'kafka']);
  });
});
