import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const CHART = 'tools/deploy/helm/portico';
/** The chart rendered with its example values. */
export const MANIFESTS = 'docs/operations/kubernetes.yaml';
const EXAMPLE = 'example-values.yaml';

/** Written from the schemas: what they add changes no manifest until a value sets it, and a service of its own is found missing. */
const FROM_SCHEMAS = /[\\/](variables|values\.schema)\.json$/;
/** A release writes them into the chart and the page alike. */
const VERSIONS = /^(version|appVersion): .*$/gm;

/** Of the files of the chart that are written by hand: what was rendered from others is stale. */
export function digestOf(root: string): string {
  const hash = createHash('sha256');
  for (const path of globSync(`${CHART}/**/*.*`, { cwd: root })
    .filter((one) => !FROM_SCHEMAS.test(one))
    .toSorted())
    hash.update(`${path}\0${readFileSync(join(root, path), 'utf8').replaceAll(VERSIONS, '')}\0`);
  return hash.digest('hex');
}

/** @throws Error without helm, or when the chart or its values are wrong. */
export const render = (root: string, ...more: string[]): string =>
  execFileSync('helm', ['template', 'portico', CHART, '--namespace', 'portico', '-f', `${CHART}/${EXAMPLE}`, ...more], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 16 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** What is committed: for a cluster without Helm, and to see what a change of the chart does. */
export const pageOf = (
  root: string,
): string => `# Written by \`npm run manifests\` from ${CHART} with its ${EXAMPLE}: do not edit it.
# See deploy.md; jobs named portico-migrate-… run before the rest.
# chart: ${digestOf(root)}
${render(root)}`;
