import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const CHART = 'tools/deploy/helm/portico';
/** Path of the manifests that are rendered from the chart with its example values. */
export const MANIFESTS = 'docs/operations/kubernetes.yaml';
const EXAMPLE = 'example-values.yaml';

/** Matches the chart's files that are generated from the schemas. A change of these files alone does not change the manifests. */
const FROM_SCHEMAS = /[\\/](variables|values\.schema)\.json$/;
/** Matches the versions in the chart. A release changes the versions in both the chart and the manifests. */
const VERSIONS = /^(version|appVersion): .*$/gm;

/** Returns a hash of the chart's hand-written files. Manifests with another hash are stale. */
export function digestOf(root: string): string {
  const hash = createHash('sha256');
  for (const path of globSync(`${CHART}/**/*.*`, { cwd: root })
    .filter((one) => !FROM_SCHEMAS.test(one))
    .toSorted())
    hash.update(`${path}\0${readFileSync(join(root, path), 'utf8').replaceAll(VERSIONS, '')}\0`);
  return hash.digest('hex');
}

/** Renders the chart. @throws Error if helm is not installed, or the chart or its values are invalid. */
export const render = (root: string, ...more: string[]): string =>
  execFileSync('helm', ['template', 'portico', CHART, '--namespace', 'portico', '-f', `${CHART}/${EXAMPLE}`, ...more], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 16 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** Renders the committed manifests, which are for clusters without Helm and show the effect of changes to the chart. */
export const pageOf = (
  root: string,
): string => `# Written by \`npm run manifests\` from ${CHART} with its ${EXAMPLE}: do not edit it.
# See deploy.md; jobs named portico-migrate-… run before the rest.
# chart: ${digestOf(root)}
${render(root)}`;
