import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { benchmarksPage } from './page.ts';

it('docs/benchmarks.md is what the figures give: npm run bench:report', () => {
  const page = readFileSync(new URL('../../../../docs/benchmarks.md', import.meta.url), 'utf8');
  expect(page).toBe(benchmarksPage(fileURLToPath(new URL('../../figures', import.meta.url))));
});
