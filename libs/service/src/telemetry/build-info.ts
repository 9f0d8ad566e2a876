import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Gauge, register } from 'prom-client';

/** Returns the version from the nearest `package.json` with a version, in the folder or above it. */
function versionAbove(folder: string): string {
  const file = join(folder, 'package.json');
  const manifest: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest) return String(manifest.version);
  return folder === dirname(folder) ? 'unknown' : versionAbove(dirname(folder));
}

export const VERSION = versionAbove(import.meta.dirname);

/** Exports the version as a metric, so that operators can compare processes during an upgrade. */
export const showBuild = (service: string): void => {
  if (register.getSingleMetric('portico_build_info')) return;
  new Gauge({
    name: 'portico_build_info',
    help: 'What runs: always 1',
    labelNames: ['service', 'version', 'node'],
  }).set({ service, version: VERSION, node: process.version }, 1);
};
