// `npm run bench:report`: writes docs/benchmarks.md from the figures.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { benchmarksPage } from './page.ts';

const page = benchmarksPage(fileURLToPath(new URL('../../figures', import.meta.url)));
writeFileSync(new URL('../../../../docs/benchmarks.md', import.meta.url), page);
