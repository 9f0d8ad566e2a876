import { parseArgs } from 'node:util';

type Options = Record<string, number | string | boolean>;

/** One benchmark: `npm run bench -- <name> [--option value]`. */
export type Command<Values extends Options = Options> = {
  summary: string;
  /** Default of every option, by name. An option with a boolean is a flag. */
  options: Values;
  run(values: Values): Promise<object>;
};

/** Infers the types of a command's options from their defaults. */
export const command = <Values extends Options>(definition: Command<Values>): Command<Values> => definition;

/** Invalid command line arguments. */
export class UsageError extends Error {}

/** @throws UsageError for an invalid option. */
export function readOptions({ options }: Command, args: readonly string[]): Options {
  const config = Object.entries(options).map(
    ([name, value]) => [name, { type: typeof value === 'boolean' ? 'boolean' : 'string' }] as const,
  );
  const values: Options = { ...options };
  for (const [name, value] of Object.entries(parse(args, Object.fromEntries(config)))) {
    const given = typeof options[name] === 'number' ? Number(value) : value;
    if (given === undefined || Number.isNaN(given)) throw new UsageError(`--${name} must be a number`);
    values[name] = given;
  }
  return values;
}

function parse(args: readonly string[], options: Record<string, { type: 'boolean' | 'string' }>) {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

export function usageOf(name: string, { summary, options }: Command): string {
  const shown = Object.entries(options).map(([option, value]) =>
    typeof value === 'boolean' ? `[--${option}]` : `[--${option} ${value}]`,
  );
  return `npm run bench -- ${[name, ...shown].join(' ')}\n${summary.trim()}\n`;
}
