import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withSection } from './changelog.ts';

const CHART = 'tools/deploy/helm/portico/Chart.yaml';
/** Path of the rendered chart, which contains the chart's versions. */
const MANIFESTS = 'docs/operations/kubernetes.yaml';
/** All files that a release changes. Versions of workspace packages do not change, because these packages are private. */
export const FILES = ['package.json', 'package-lock.json', CHART, MANIFESTS, 'CHANGELOG.md'] as const;

const read = (folder: string, file: string): string => readFileSync(join(folder, file), 'utf8');

export const versionIn = (folder: string): string =>
  (JSON.parse(read(folder, 'package.json')) as { version: string }).version;

/** @throws unless `text` has exactly one match, because otherwise a file could keep the old version. */
function replaced(text: string, pattern: RegExp, by: string): string {
  const found = text.match(pattern)?.length ?? 0;
  if (found !== 1) throw new Error(`${pattern} is there ${found} times instead of once`);
  return text.replace(pattern, by);
}

export function writeRelease(folder: string, from: string, version: string, section: string): void {
  const write = (file: string, text: string): void => writeFileSync(join(folder, file), text);
  const own = `"name": "portico",\n  "version": "${version}"`;
  const escaped = from.replaceAll('.', String.raw`\.`);
  const named = new RegExp(String.raw`"name": "portico",\n  "version": "${escaped}"`, 'g');
  write('package.json', replaced(read(folder, 'package.json'), named, own));
  const inLock = new RegExp(String.raw`"name": "portico",\n( +)"version": "${escaped}"`, 'g');
  const lock = read(folder, 'package-lock.json');
  if ((lock.match(inLock) ?? []).length !== 2) throw new Error(`package-lock.json is not of ${from}`);
  write('package-lock.json', lock.replaceAll(inLock, `"name": "portico",\n$1"version": "${version}"`));
  const chart = replaced(read(folder, CHART), /^version: .*$/gm, `version: ${version}`);
  write(CHART, replaced(chart, /^appVersion: .*$/gm, `appVersion: ${version}`));
  const versions = new RegExp(String.raw`(version: "|chart: portico-|portico:)${escaped}(?="?$)`, 'gm');
  write(MANIFESTS, read(folder, MANIFESTS).replaceAll(versions, `$1${version}`));
  const changelog = existsSync(join(folder, 'CHANGELOG.md')) ? read(folder, 'CHANGELOG.md') : null;
  write('CHANGELOG.md', withSection(changelog, section));
}
