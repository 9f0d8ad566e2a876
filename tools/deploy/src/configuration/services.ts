import { globSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';

export type Service = { name: string; schema: z.ZodObject };

const pascal = (name: string): string => name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());

/**
 * Returns every app with a `src/config.ts`, ordered by name. The schema of an app is the export `<Name>Config`. Imports the file
 * dynamically, because tools must not depend on apps.
 * @throws Error if the export is missing.
 */
export const readServices = (root: string): Promise<Service[]> =>
  Promise.all(
    globSync('apps/*/src/config.ts', { cwd: root })
      .toSorted()
      .map(async (path) => {
        const name = basename(dirname(dirname(path)));
        const exported: unknown = await import(pathToFileURL(join(root, path)).href);
        const schema = Object.entries(exported as object).find(([one]) => one === `${pascal(name)}Config`)?.[1];
        if (!(schema instanceof z.ZodObject)) throw new Error(`${path} exports no schema '${pascal(name)}Config'`);
        return { name, schema };
      }),
  );
