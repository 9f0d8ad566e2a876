// `npm run sizing`: writes docs/operations/sizing.md from the measured costs.
import { writeFileSync } from 'node:fs';
import { sizingPage } from './page.ts';

writeFileSync(new URL('../../../../docs/operations/sizing.md', import.meta.url), sizingPage());
