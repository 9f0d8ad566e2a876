/** `npm run ops -- <command>`: checks and repairs a running product. Each command is a file in commands/. */
import { readdirSync } from 'node:fs';
import { type Command, UsageError } from './command.ts';

const COMMANDS = new URL('commands/', import.meta.url);
const names = readdirSync(COMMANDS).map((file) => file.replace(/\.ts$/, ''));

const load = async (name: string): Promise<Command> => {
  const { command } = (await import(new URL(`${name}.ts`, COMMANDS).href)) as { command: Command };
  return command;
};

const help = async (): Promise<string> => {
  const usages = await Promise.all(names.map(async (name) => (await load(name)).usage));
  return `Usage: npm run ops -- <command>\n${usages.map((usage) => `  ${usage}\n`).join('')}`;
};

const run = async ([name = '', ...args]: string[]): Promise<boolean> => {
  if (!names.includes(name)) throw new UsageError(await help());
  return (await load(name)).run(args, process.env);
};

await run(process.argv.slice(2)).then(
  (isRight) => {
    process.exitCode = isRight ? 0 : 1;
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.message.trimEnd() : String(error));
    process.exitCode = 2;
  },
);
