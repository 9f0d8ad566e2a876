import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type Component = { 'bom-ref': string; type: string; name: string; version: string; purl: string };
export type Sbom = {
  bomFormat: string;
  specVersion: string;
  metadata: { component: { name: string; version: string } };
  components: Component[];
  dependencies: { ref: string; dependsOn?: string[] }[];
};

type Locked = {
  name?: string;
  version?: string;
  dev?: boolean;
  devOptional?: boolean;
  link?: boolean;
  dependencies?: Record<string, string>;
};
export const packagesOf = (folder: string): Record<string, Locked> =>
  (JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as { packages: Record<string, Locked> })
    .packages;

const INSTALLED = 'node_modules/';
/** Returns a package as `name@version`, as in a package URL. */
export const nameOf = (path: string, { name, version = '' }: Locked): string =>
  `${name ?? path.slice(path.lastIndexOf(INSTALLED) + INSTALLED.length)}@${version}`;
export const purlName = ({ purl }: Component): string =>
  decodeURIComponent(purl.slice('pkg:npm/'.length)).split('?')[0] ?? '';

/** Whether a path is an app or library of the workspace. Tools are not part of the product. */
const isPart = (path: string): boolean => /^(apps|libs)\//.test(path) && !path.includes('e2e');

/**
 * Returns the components of the product in CycloneDX format: every package of the lock file that is not only for development. Sends no
 * requests. Reads the lock file, because `npm sbom --omit=dev` omits most dependencies of a workspace.
 */
export function sbomOf(folder: string): Sbom {
  const args = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'];
  const whole = JSON.parse(
    execFileSync('npm', args, { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }),
  ) as Sbom;
  const names = new Set(
    Object.entries(packagesOf(folder)).flatMap(([path, locked]) => {
      const isKept = path.includes(INSTALLED) ? !locked.dev && !locked.devOptional && !locked.link : isPart(path);
      return isKept ? [nameOf(path, locked)] : [];
    }),
  );
  const { component } = whole.metadata;
  const components = whole.components.filter((one) => names.has(purlName(one)));
  const refs = new Set(components.map((one) => one['bom-ref']));
  const root = whole.dependencies.find(({ ref }) => ref === `portico@${component.version}`)?.ref;
  return {
    ...whole,
    metadata: { ...whole.metadata, component: { ...component, name: 'portico' } },
    components,
    dependencies: whole.dependencies
      .filter(({ ref }) => refs.has(ref) || ref === root)
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) })),
  };
}
