import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const [table = ''] = readFileSync(join(ROOT, 'docs/operations/security.md'), 'utf8').split('## Known and accepted');
const rows = [...table.matchAll(/^\| (V[^|]+) \| ([^|]+) \| ([^|]+) \|$/gm)].map(([, requirement, , held = '']) => ({
  requirement,
  held,
  files: [...held.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
}));

describe('docs/operations/security.md', () => {
  it('names existing test files or a reason in each row', () => {
    expect(rows.length).toBeGreaterThan(40);
    for (const { requirement, held, files } of rows) {
      const missing = files.filter((file) => !file.endsWith('.spec.ts') || !existsSync(join(ROOT, file)));
      expect({ requirement, missing, isExplained: files.length > 0 || held.length > 20 }).toEqual({
        requirement,
        missing: [],
        isExplained: true,
      });
    }
  });

  it('has a row for each of the ASVS chapters V1 to V14', () => {
    const chapters = new Set(rows.map(({ requirement }) => Number(/^V(\d+)/.exec(requirement ?? '')?.[1])));
    expect([...chapters].toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: 14 }, (_, index) => index + 1),
    );
  });
});
