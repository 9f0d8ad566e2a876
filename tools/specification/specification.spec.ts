import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { check, write } from './specification.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
const PRODUCT = '# Product\n\n## 1. Pages\n### Public\n- There is a **page**.\n- It has\n  <words>, and it is long.\n';
const DECISIONS = '# Decisions\n- It is short. It is here.\n';
const STATEMENTS =
  '# Statements\n\n## 1. Pages\n- 1.1 There is a page.\n- 1.2 It has <words>\n- 1.3 it is long. → D.1\n\n## D. Decisions\n- D.1 It is short.\n\n## Without statements\n- 1 Public\n- D It is here.\n';

let root: string;
const put = (path: string, lines: readonly string[]): void => {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), lines.join('\n'));
};
const command = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], { cwd: root, encoding: 'utf8' });
  return { status, stdout, stderr };
};
const faults = () => check(root).faults;
const withLine = (line: string, heading = '## D. Decisions') => STATEMENTS.replace(heading, `${line}\n${heading}`);
const page = (): string => readFileSync(join(root, 'docs/specification.md'), 'utf8');

/** Returns the lines of a test file for one test and its tag. */
const tagged = (ids: string, test: string): string[] => [`// spec: ${ids}`, `${test};`];
const SOUND = [
  "describe('pages', () => {",
  ...tagged('1.1', "it.each<[RegExp]>([[/it('/]])('open %s', () => {})"),
  ...tagged('1.2, 1.1', 'it.concurrent(`have ${1} word`, () => {})'),
  ...tagged('D.1', "it('are short', () => {})"),
  '});',
];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'portico-specification-'));
  put('tools/specification/product.md', [PRODUCT]);
  put('tools/specification/decisions.md', [DECISIONS]);
  put('tools/specification/statements.md', [STATEMENTS]);
  put('apps/one/pages.spec.tsx', SOUND);
  mkdirSync(join(root, 'docs'));
  write(root);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('the specification', () => {
  it('becomes a page that lists each statement with its tests', () => {
    expect(faults()).toEqual([]);
    const link = '  - [pages.spec.tsx](../apps/one/pages.spec.tsx): pages ›';
    expect(page().split('describes how to tag a test.\n\n')[1]).toBe(
      [
        '4 statements: 3 hold, 1 decided otherwise.',
        '',
        '## 1. Pages',
        '- **1.1** There is a page.',
        `${link} open %s`,
        `${link} have … word`,
        String.raw`- **1.2** It has \<words\>`,
        `${link} have … word`,
        '- **1.3** it is long.',
        '  - decided otherwise by **D.1**: It is short.',
        '',
        '## D. Decisions',
        '- **D.1** It is short.',
        `${link} are short`,
        '',
      ].join('\n'),
    );
  });

  it('is written by the command without --check, and only checked with --check', () => {
    rmSync(join(root, 'docs/specification.md'));
    const stdout = '4 statements: 3 hold, 1 decided otherwise.\n';
    expect(command('--check')).toEqual({ status: 0, stdout, stderr: '' });
    expect(existsSync(join(root, 'docs/specification.md'))).toBe(false);
    expect(command()).toEqual({ status: 0, stdout, stderr: '' });
    expect(page()).toContain('- **1.1** There is a page.');
    put('apps/one/pages.spec.tsx', tagged('1.1, D.1', "it('opens', () => {})"));
    const stderr = 'no test verifies 1.2: It has <words>\n';
    expect(command('--check')).toEqual({ status: 1, stdout, stderr });
    expect(command()).toEqual({ status: 1, stdout, stderr });
  });

  it('ignores statement tags in the tests of dependencies', () => {
    put('apps/one/node_modules/x/x.spec.ts', tagged('9.9', "it('is foreign', () => {})"));
    expect(faults()).toEqual([]);
  });

  it.each([
    ['names an unknown statement', tagged('1.4', "it('asks', () => {})"), "'asks' names 1.4, which is not a statement"],
    ['ends with a comma', tagged('1.1,', "it('asks', () => {})"), "'asks' names nothing, which is not a statement"],
    ['is followed by no test', tagged('1.1', 'const one = 1'), 'no test follows this tag'],
    ['is followed by a skipped test', tagged('1.1', "it.skip('asks', () => {})"), "'asks' is skipped"],
    [
      'is inside a skipped block',
      ["describe.skip('all', () => {", ...tagged('1.1', "it('asks', () => {})"), '});'],
      "'all › asks' is skipped",
    ],
  ])('fails the check when a tag %s', (_, lines, fault) => {
    put('libs/two/two.int.spec.ts', lines);
    expect(faults()).toEqual([expect.stringContaining(fault)]);
    expect(faults()[0]).toContain('libs/two/two.int.spec.ts');
  });

  it('fails the check when no test verifies a statement', () => {
    put('tools/specification/statements.md', [withLine('- 1.4 page')]);
    expect(faults()).toEqual(['no test verifies 1.4: page']);
  });

  it('fails the check when two statements share an id', () => {
    put('tools/specification/statements.md', [withLine('- 1.2 page')]);
    expect(faults()).toEqual(['the id 1.2 is used by two statements']);
  });
});

describe('the words of statements', () => {
  it.each([
    ['are not those of the specification', '- 1.1 There is one page.', 'There is one page.'],
    ['end within a word', '- 1.1 There is a pag', 'There is a pag'],
    ['are in another order', '- 1.1 It has … There is a page.', 'There is a page.'],
    ['are from another section', '- 1.1 It is short.', 'It is short.'],
  ])('fail the check when they %s', (_, line, words) => {
    put('tools/specification/statements.md', [STATEMENTS.replace('- 1.1 There is a page.', line)]);
    expect(faults()[0]).toBe(`1.1 does not quote the specification: ${words}`);
  });

  it('may omit words with an ellipsis, and fail the check if no other line quotes the omitted words', () => {
    put('tools/specification/statements.md', [STATEMENTS.replace('1.2 It has <words>', '1.2 page … It … <words>')]);
    expect(faults()).toEqual(['section 1 of the specification has words that no line quotes: has']);
  });

  it('fail the check if they do not quote every sentence of the specification', () => {
    put('tools/specification/product.md', [`${PRODUCT}- It is blue.\n`]);
    expect(faults()).toEqual(['section 1 of the specification has words that no line quotes: It is blue.']);
  });
});

describe('a statement that a decision replaces', () => {
  it('fails the check when a test verifies the replaced statement', () => {
    put('libs/two/two.spec.ts', tagged('1.3', "it('is long', () => {})"));
    expect(faults()).toEqual(["libs/two/two.spec.ts: 'is long' verifies 1.3, which is decided otherwise by D.1"]);
  });

  it.each([
    ['does not exist', '- D.3 It is here. → D.2', 'D.3 is decided otherwise by D.2'],
    ['is itself decided otherwise', '- 1.4 page → D.3\n- D.3 It is here. → D.1', '1.4 is decided otherwise by D.3'],
  ])('fails the check when its decision %s', (_, lines, fault) => {
    put('tools/specification/statements.md', [withLine(lines)]);
    expect(faults()).toEqual([`${fault}, which is no statement that holds`]);
  });
});
