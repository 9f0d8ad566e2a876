import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const CHART = 'tools/deploy/helm/portico';
/** The chart rendered with its example values. */
export const MANIFESTS = 'docs/operations/kubernetes.yaml';
const EXAMPLE = 'example-values.yaml';

/** Generated from the schemas. They change no manifest until a value uses them, and other checks notice a missing service. */
const FROM_SCHEMAS = /[\\/](variables|values\.schema)\.json$/;
/** A release writes the versions into both the chart and the page. */
const VERSIONS = /^(version|appVersion): .*$/gm;

/** Hash of the chart's hand-written files; manifests rendered from other files are stale. */
export function digestOf(root: string): string {
  const hash = createHash('sha256');
  for (const path of globSync(`${CHART}/**/*.*`, { cwd: root })
    .filter((one) => !FROM_SCHEMAS.test(one))
    .toSorted())
    hash.update(`${path}\0${readFileSync(join(root, path), 'utf8').replaceAll(VERSIONS, '')}\0`);
  return hash.digest('hex');
}

/** @throws Error without helm, or if the chart or its values are invalid. */
export const render = (root: string, ...more: string[]): string =>
  execFileSync('helm', ['template', 'portico', CHART, '--namespace', 'portico', '-f', `${CHART}/${EXAMPLE}`, ...more], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 16 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** The committed page: for clusters without Helm, and to show the effect of changes to the chart. */
export const pageOf = (
  root: string,
): string => `# Written by \`npm run manifests\` from ${CHART} with its ${EXAMPLE}: do not edit it.
# See deploy.md; jobs named portico-migrate-… run before the rest.
# chart: ${digestOf(root)}
${render(root)}`;
