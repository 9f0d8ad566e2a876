import { parseArgs } from 'node:util';

/** A database schema for the command `migrate`. Both functions return names of migrations. */
type Schema = { name: string; pending: () => Promise<string[]>; migrate: () => Promise<string[]> };

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Migrates a schema, or only checks it with `--check`. Exit code 0: up to date; 1: migrations are pending; 2: a migration failed. */
export async function runMigrate(args: string[], { name, pending, migrate }: Schema): Promise<void> {
  try {
    const { values } = parseArgs({ args, options: { check: { type: 'boolean' } } });
    const steps = await (values.check ? pending() : migrate());
    if (steps.length === 0) return say(`${name}: up to date`);
    say(`${name}: ${values.check ? 'pending' : 'done'}: ${steps.join(', ')}`);
    process.exitCode = values.check ? 1 : 0;
  } catch (error) {
    process.stderr.write(`${name}: ${error instanceof Error ? error.message || error.name : String(error)}\n`);
    process.exitCode = 2;
  }
}
