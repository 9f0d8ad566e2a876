import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { decisionFaults } from './decisions.ts';
import { filesOf } from './files.ts';
import { brokenLinks } from './links.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const pages = filesOf(ROOT, '.md');

describe('links between pages', () => {
  it('point to existing files and headings', () => {
    expect(brokenLinks(ROOT, pages)).toEqual([]);
  });

  it('are reported with file and line if they are broken', () => {
    const root = mkdtempSync(join(tmpdir(), 'portico-documentation-'));
    mkdirSync(join(root, 'docs'));
    writeFileSync(join(root, 'docs/guide.md'), '');
    const guide = { path: 'docs/guide.md', text: '# Set `A` up\n```\n[x](in-code.md)\n```\n## Price\n## Price' };
    const readme = {
      path: 'README.md',
      text: '[a](docs/guide.md#set-a-up) [b](docs/guide.md#price-1) [c](https://portico.test/x)\n[d](docs/gone.md)\n[e](docs/guide.md#set-b-up) [f](#top)',
    };
    expect(brokenLinks(root, [readme, { ...guide, path: 'docs/guide.md' }])).toEqual([
      'README.md:2: docs/gone.md does not exist',
      'README.md:3: docs/guide.md#set-b-up does not exist',
      'README.md:3: #top does not exist',
    ]);
    rmSync(root, { recursive: true });
  });
});

describe('decision records', () => {
  const adr = (path: string) => path.startsWith('docs/adr/0');
  const index = pages.find(({ path }) => path === 'docs/adr/README.md')?.text ?? '';

  it('have a number, a status, a date, the sections, and a row in the index', () => {
    expect(
      decisionFaults(
        pages.filter(({ path }) => adr(path)),
        index,
      ),
    ).toEqual([]);
  });

  it('are reported if a required part is missing', () => {
    const text =
      '# 2. Name\n\n- Status: Accepted, amended\n  by 3\n- Date: 2026-11-22\n\n## Decision\n\n## Consequences\n';
    const path = 'docs/adr/0003-name.md';
    expect(decisionFaults([{ path, text }], '| 2 | [Name](0003-name.md) | Accepted | 2026-11-21 |')).toEqual([
      `${path}: has no section 'Context'`,
      `${path}: is number 2`,
      `${path}: has no row in docs/adr/README.md with this number, title, status and date`,
    ]);
    expect(decisionFaults([{ path, text: '# Name\n' }], index)).toHaveLength(1);
    const long = `${text}${'word '.repeat(400)}\n## Context\n`;
    expect(decisionFaults([{ path: 'docs/adr/0002-name.md', text: long }], index)).toContain(
      'docs/adr/0002-name.md: has 419 words, at most 360',
    );
  });
});
