// `npm run manifests` writes docs/operations/kubernetes.yaml from the chart. Helm must be installed.
import { writeFileSync } from 'node:fs';
import { MANIFESTS, pageOf } from './chart.ts';

writeFileSync(MANIFESTS, pageOf(process.cwd()));
