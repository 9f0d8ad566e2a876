// `npm run configuration` writes docs/operations/configuration.md; with --check it writes nothing and fails when it is stale.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { readComments } from './comments.ts';
import { pageOf } from './page.ts';
import { readServices } from './services.ts';
import { faultsOf, variablesOf } from './variables.ts';

const PAGE = 'docs/operations/configuration.md';
const services = await readServices(process.cwd());
const variables = variablesOf(services, readComments(process.cwd()));
const page = pageOf(
  variables,
  services.map(({ name }) => name),
);
const faults = faultsOf(variables);
if (!process.argv.includes('--check')) writeFileSync(PAGE, page);
else if (!existsSync(PAGE) || readFileSync(PAGE, 'utf8') !== page)
  faults.push(`${PAGE} is stale: run npm run configuration`);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
