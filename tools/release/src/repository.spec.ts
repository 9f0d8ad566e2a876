import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
const CHART = 'tools/deploy/helm/portico/Chart.yaml';

const MANIFESTS = 'docs/operations/kubernetes.yaml';

describe('npm run release', () => {
  let folder: string;
  const git = (...args: string[]): string => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
  const release = (...args: string[]): string =>
    execFileSync(process.execPath, [MAIN, ...args], {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] },
    });
  const commit = (message: string): void => void git('commit', '--quiet', '--allow-empty', '--message', message);
  const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
  const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'portico-release-'));
    mkdirSync(join(folder, 'tools/deploy/helm/portico'), { recursive: true });
    const own = { name: 'portico', version: '0.1.0' };
    writeFileSync(join(folder, 'package.json'), json({ ...own, dependencies: { other: '0.1.0' } }));
    const packages = { '': own, 'node_modules/other': { version: '0.1.0' } };
    writeFileSync(join(folder, 'package-lock.json'), json({ ...own, lockfileVersion: 3, packages }));
    writeFileSync(join(folder, CHART), 'name: portico\nversion: 0.1.0\nappVersion: 0.1.0\n');
    mkdirSync(join(folder, 'docs/operations'), { recursive: true });
    writeFileSync(join(folder, MANIFESTS), 'version: "0.1.0"\nhelm.sh/chart: portico-0.1.0\nimage: kafka:0.1.0\n');
    git('init', '--quiet');
    git('config', 'user.email', 'ada@portico.test');
    git('config', 'user.name', 'Ada');
    git('add', '.');
    commit('feat: the beginning');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('only reports the next version with --dry-run', () => {
    const output = release('--dry-run');
    expect(output).toContain('Next version: 0.1.0 (no release before it, 1 commits)');
    expect(output).toContain('linux/amd64 and linux/arm64, with provenance and SBOM');
    expect([git('tag'), git('status', '--porcelain')]).toEqual(['', '']);
  });

  it('tags the first release with the current version, and the next release with a version from its commits', () => {
    expect(release()).toContain('v0.1.0 is tagged here');
    commit('docs: a page');
    expect(release('--dry-run')).toContain('Nothing to release: 1 commits since v0.1.0');
    commit('fix: it ends');
    commit('feat(console): a bell');
    expect(release()).toContain('v0.2.0 is tagged here');
    expect(git('tag').split('\n')).toEqual(['v0.1.0', 'v0.2.0']);
    expect(git('log', '-1', '--format=%s')).toBe('chore(release): 0.2.0');
    expect(JSON.parse(read('package.json'))).toMatchObject({ version: '0.2.0', dependencies: { other: '0.1.0' } });
    const lock = JSON.parse(read('package-lock.json')) as { version: string; packages: Record<string, unknown> };
    expect(lock.version).toBe('0.2.0');
    expect(lock.packages).toEqual({
      '': { name: 'portico', version: '0.2.0' },
      'node_modules/other': { version: '0.1.0' },
    });
    expect(read(CHART)).toBe('name: portico\nversion: 0.2.0\nappVersion: 0.2.0\n');
    expect(read(MANIFESTS)).toBe('version: "0.2.0"\nhelm.sh/chart: portico-0.2.0\nimage: kafka:0.1.0\n');
    expect(read('CHANGELOG.md')).toMatch(/## 0\.2\.0 [^]*\*\*console:\*\* a bell[^]*## 0\.1\.0 [^]*the beginning/);
  });

  it('rejects a folder with uncommitted changes', () => {
    commit('fix: another');
    writeFileSync(join(folder, 'new.txt'), '');
    expect(() => release()).toThrow();
    expect(git('tag').split('\n')).toHaveLength(2);
  });
});
