import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { check, write } from './specification.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
const STATEMENTS = '# Statements\n\n## 1. Pages\n- 1.1 There is a page.\n- 1.2 It has <words>.\n';

let root: string;
const put = (path: string, lines: readonly string[]): void => {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), lines.join('\n'));
};
const command = (...args: string[]) => {
  const { status, stderr } = spawnSync(process.execPath, [MAIN, ...args], { cwd: root, encoding: 'utf8' });
  return { status, stderr };
};
const page = (): string => readFileSync(join(root, 'docs/specification.md'), 'utf8');

/** A tag and its test, as in a test file. */
const tagged = (ids: string, test: string): string[] => [`// spec: ${ids}`, `${test};`];
const SOUND = [
  "describe('pages', () => {",
  ...tagged('1.1', "it.each<[RegExp]>([[/it('/]])('open %s', () => {})"),
  ...tagged('1.2, 1.1', 'it.concurrent(`have ${1} word`, () => {})'),
  '});',
];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'portico-specification-'));
  put('tools/specification/statements.md', [STATEMENTS]);
  put('apps/one/pages.spec.tsx', SOUND);
  mkdirSync(join(root, 'docs'));
  write(root);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('the specification', () => {
  it('is a page with each statement and the tests that verify it', () => {
    expect(check(root)).toEqual([]);
    const link = '  - [pages.spec.tsx](../apps/one/pages.spec.tsx): pages ›';
    expect(page().split('## 1. Pages\n')[1]).toBe(
      [
        '- **1.1** There is a page.',
        `${link} open %s`,
        `${link} have … word`,
        String.raw`- **1.2** It has \<words\>.`,
        `${link} have … word`,
        '',
      ].join('\n'),
    );
  });

  it('is written by the command, and only checked with --check', () => {
    rmSync(join(root, 'docs/specification.md'));
    expect(command('--check')).toEqual({ status: 0, stderr: '' });
    expect(existsSync(join(root, 'docs/specification.md'))).toBe(false);
    expect(command()).toEqual({ status: 0, stderr: '' });
    expect(page()).toContain('- **1.1** There is a page.');
    put('apps/one/pages.spec.tsx', tagged('1.1', "it('opens', () => {})"));
    const stderr = 'no test verifies 1.2: It has <words>.\n';
    expect(command('--check')).toEqual({ status: 1, stderr });
    expect(command()).toEqual({ status: 1, stderr });
  });

  it('takes no tag from a dependency', () => {
    put('apps/one/node_modules/x/x.spec.ts', tagged('9.9', "it('is foreign', () => {})"));
    expect(check(root)).toEqual([]);
  });

  it.each([
    ['names no statement', tagged('1.3', "it('asks', () => {})"), "'asks' names 1.3, which is not a statement"],
    ['names nothing', tagged('1.1,', "it('asks', () => {})"), "'asks' names nothing, which is not a statement"],
    ['is followed by no test', tagged('1.1', 'const one = 1'), 'no test follows this tag'],
    ['is followed by a skipped test', tagged('1.1', "it.skip('asks', () => {})"), "'asks' is skipped"],
    [
      'is inside of a skipped block',
      ["describe.skip('all', () => {", ...tagged('1.1', "it('asks', () => {})"), '});'],
      "'all › asks' is skipped",
    ],
  ])('fails the check when a tag %s', (_, lines, fault) => {
    put('libs/two/two.int.spec.ts', lines);
    expect(check(root)).toEqual([expect.stringContaining(fault)]);
    expect(check(root)[0]).toContain('libs/two/two.int.spec.ts');
  });

  it('fails the check when no test verifies a statement', () => {
    put('tools/specification/statements.md', [`${STATEMENTS}- 1.3 It is long.`]);
    expect(check(root)).toEqual(['no test verifies 1.3: It is long.']);
  });

  it('fails the check when two statements share an id', () => {
    put('tools/specification/statements.md', [`${STATEMENTS}- 1.2 It is long.`]);
    expect(check(root)).toEqual(['the id 1.2 is used by two statements']);
  });
});

describe('the list of statements not built yet', () => {
  const list = (count: number) =>
    [STATEMENTS, '## Not built yet', ...Array.from({ length: count }, (_, index) => `- D.${index} Later.`)].join('\n');

  it('needs no test and allows none', () => {
    put('tools/specification/statements.md', [list(2)]);
    expect(check(root)).toEqual([]);
    put('libs/two/two.spec.ts', tagged('D.1', "it('is here', () => {})"));
    expect(check(root)).toEqual(["libs/two/two.spec.ts: 'is here' verifies D.1, which is listed as not built yet"]);
  });

  it('stays short', () => {
    put('tools/specification/statements.md', [list(6)]);
    expect(check(root)).toEqual(['6 statements are not built yet, at most 5 may be']);
  });
});
