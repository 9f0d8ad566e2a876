import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { benchmarksPage } from './benchmarks-page.ts';
import { sizingPage } from './sizing-page.ts';

const DOCS = new URL('../../../../docs/', import.meta.url);
const FIGURES = fileURLToPath(new URL('../../figures', import.meta.url));

export const pages = (): Record<string, string> => ({
  'benchmarks.md': benchmarksPage(FIGURES),
  'operations/sizing.md': sizingPage(),
});

export const writePages = (): void => {
  for (const [path, page] of Object.entries(pages())) writeFileSync(new URL(path, DOCS), page);
};
