import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';

const ROOT = new URL('../../../', import.meta.url);

const Package = z.object({ name: z.string(), dependencies: z.record(z.string(), z.string()).default({}) });

const packages = new Map(
  ['apps', 'libs', 'tools'].flatMap((folder) =>
    readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' })
      .filter((path) => /^[^/]+(\/[^/]+)?\/package\.json$/.test(path) && !path.includes('node_modules'))
      .map((path) => Package.parse(JSON.parse(readFileSync(new URL(`${folder}/${path}`, ROOT), 'utf8'))))
      .map((found) => [found.name, Object.keys(found.dependencies)] as const),
  ),
);

/** Returns every package that the workspace `name` depends on, directly or through other workspaces. */
const reach = (name: string, seen = new Set<string>()): Set<string> => {
  for (const dependency of packages.get(name) ?? []) {
    if (seen.has(dependency)) continue;
    seen.add(dependency);
    reach(dependency, seen);
  }
  return seen;
};
const reaching = (pattern: RegExp): string[] =>
  [...packages.keys()].filter((name) => [...reach(name)].some((dependency) => pattern.test(dependency))).toSorted();

describe('workspaces', () => {
  it('depend on an ORM only if they depend on the PostgreSQL library', () => {
    const reached = reaching(/^@mikro-orm\//);
    expect(reached).toContain('@portico/orgs');
    expect(reached.filter((name) => !packages.get(name)?.includes('@portico/postgres'))).toEqual(['@portico/postgres']);
  });

  it.each(['@portico/gateway', '@portico/kafka', '@portico/publish', '@portico/stack'])(
    'do not depend on an ORM: %s',
    (name) => {
      expect(packages.has(name)).toBe(true);
      expect(reaching(/^@mikro-orm\//)).not.toContain(name);
    },
  );
});
