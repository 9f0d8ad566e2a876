import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { nameOf, packagesOf, purlName, type Sbom, sbomOf } from './sbom.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const packages = packagesOf(ROOT);

const find = (from: string, name: string): string | undefined => {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (packages[path] !== undefined) return path;
    if (folder === '') return undefined;
  }
};

/** Returns `name@version` of all runtime dependencies of the apps, as declared in the packages. */
const needed = (): string[] => {
  const seen = new Set<string>();
  const visit = (path: string): void => {
    const target = packages[path]?.link ? Object.keys(packages).find((one) => isLinkOf(path, one)) : path;
    if (target === undefined || seen.has(target)) return;
    seen.add(target);
    for (const name of Object.keys(packages[target]?.dependencies ?? {})) {
      const found = find(target, name);
      if (found !== undefined) visit(found);
    }
  };
  const isLinkOf = (path: string, one: string): boolean =>
    !one.includes('node_modules/') && path.endsWith(`/${packages[one]?.name ?? ''}`);
  for (const path of Object.keys(packages)) if (/^apps\/(?!e2e)[^/]+$/.test(path)) visit(path);
  return [...seen].map((path) => nameOf(path, packages[path] ?? {}));
};

describe('the SBOM', () => {
  let sbom: Sbom;
  beforeAll(() => {
    sbom = sbomOf(ROOT);
  }, 120_000);

  it('describes the product at its version in CycloneDX format', () => {
    expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: expect.stringMatching(/^1\.\d$/) });
    expect(sbom.metadata.component).toMatchObject({ name: 'portico', version: packages['']?.version });
    for (const component of sbom.components) {
      expect(component).toMatchObject({ type: 'library', name: expect.any(String), version: expect.any(String) });
      expect(component.purl).toMatch(/^pkg:npm\/.+@.+/);
    }
    const refs = sbom.components.map((one) => one['bom-ref']);
    expect(new Set(refs).size).toBe(refs.length);
  });

  it('lists every production dependency with its own dependencies', () => {
    const named = new Set(sbom.components.map(purlName));
    const wanted = needed();
    expect(wanted.length).toBeGreaterThan(300);
    expect(wanted.filter((one) => !named.has(one))).toEqual([]);
    const refs = new Set(sbom.components.map((one) => one['bom-ref']));
    const edges = sbom.dependencies.flatMap(({ dependsOn = [] }) => dependsOn);
    expect(edges.length).toBeGreaterThan(wanted.length);
    expect(edges.filter((ref) => !refs.has(ref))).toEqual([]);
  });

  it('lists no package that only development needs', () => {
    const names = sbom.components.map(({ name }) => name);
    for (const name of ['jest', 'oxlint', 'typescript', 'vite', 'nx']) expect(names).not.toContain(name);
  });
});
