// `npm run configuration` writes docs/operations/configuration.md and the chart's files about variables. With --check, it writes no
// files, and fails if a file is stale.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { chartFiles } from './chart-files.ts';
import { readComments } from './comments.ts';
import { pageOf } from './page.ts';
import { readServices } from './services.ts';
import { faultsOf, variablesOf } from './variables.ts';

const PAGE = 'docs/operations/configuration.md';
const CHART = 'tools/deploy/helm/portico';
const services = await readServices(process.cwd());
const variables = variablesOf(services, readComments(process.cwd()));
const page = pageOf(
  variables,
  services.map(({ name }) => name),
);
const inChart = Object.entries(chartFiles(services)).map(([name, text]) => [`${CHART}/${name}`, text] as const);
const faults = faultsOf(variables);
for (const [path, text] of [[PAGE, page] as const, ...inChart])
  if (!process.argv.includes('--check')) writeFileSync(path, text);
  else if (!existsSync(path) || readFileSync(path, 'utf8') !== text)
    faults.push(`${path} is stale: run npm run configuration`);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
