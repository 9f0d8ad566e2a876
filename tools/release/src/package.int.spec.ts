import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const PACKAGE = fileURLToPath(new URL('package.mjs', import.meta.url));
const TOOLS = fileURLToPath(new URL('../../', import.meta.url));

const dependenciesOf = (folder: string): string[] => {
  const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>;
  };
  return Object.keys(dependencies);
};

/** Paths of the running Node and of every Node on the PATH. */
const nodes = [process.execPath, ...(process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'node'))]
  .filter((file) => existsSync(file))
  .map((file) => realpathSync(file));

describe.each(['embedded-kafka', 'stripe-stand-in'])('The packed package @portico/%s', (folder) => {
  const name = `@portico/${folder}`;
  const root = join(TOOLS, folder);
  const modules = [join(root, 'node_modules'), join(TOOLS, '../node_modules')];
  /** The example as a project of its own, with the packed package and only the dependencies that example and package declare. */
  const project = mkdtempSync(join(tmpdir(), 'published-'));

  beforeAll(() => {
    const built = join(project, 'built');
    execFileSync(process.execPath, [PACKAGE, built], { cwd: root });
    execFileSync('npm', ['pack', built, '--pack-destination', project], { stdio: 'pipe' });
    cpSync(join(root, 'example'), project, { recursive: true });
    const installed = join(project, 'node_modules', name);
    mkdirSync(installed, { recursive: true });
    const { version } = JSON.parse(readFileSync(join(built, 'package.json'), 'utf8')) as { version: string };
    const tarball = `${name.slice(1).replace('/', '-')}-${version}.tgz`;
    execFileSync('tar', ['-xzf', join(project, tarball), '-C', installed, '--strip-components=1']);
    for (const dependency of [...dependenciesOf(project), ...dependenciesOf(installed)]) {
      if (dependency === name) continue;
      const link = join(project, 'node_modules', dependency);
      mkdirSync(dirname(link), { recursive: true });
      const from = modules.map((folder) => join(folder, dependency)).find((folder) => existsSync(folder));
      if (from !== undefined && !existsSync(link)) symlinkSync(from, link);
    }
  });
  afterAll(() => rmSync(project, { recursive: true, force: true }));

  it.each([...new Set(nodes)])('passes its example on %s', (node) => {
    const output = execFileSync(node, ['--test'], { cwd: project, encoding: 'utf8', stdio: 'pipe' });
    expect(output).toMatch(/pass 1\n/);
    expect(output).toMatch(/fail 0\n/);
  });

  it('contains the files that its package.json declares, with types', () => {
    const installed = join(project, 'node_modules', name);
    const { exports, bin } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
      exports: Record<string, { types: string; default: string }>;
      bin: Record<string, string>;
    };
    const files = [
      ...Object.values(exports).flatMap(({ types, default: code }) => [types, code]),
      ...Object.values(bin),
    ];
    for (const file of [...files, 'README.md', 'LICENSE']) expect(existsSync(join(installed, file))).toBe(true);
  });
});
