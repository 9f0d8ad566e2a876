import { loadEnvFile } from 'node:process';
import { readFileSync } from 'node:fs';
import { messageOf } from '../process/system-error.ts';
import { StartFault } from './fault.ts';
import { HELP, readOptions } from './options.ts';
import { run } from './run.ts';
import { createScreen } from './screen.ts';
import { readSettings } from './settings.ts';
import { createStack } from './stack.ts';

const readEnvFile = (file: string) => {
  try {
    loadEnvFile(file);
  } catch (error) {
    throw new StartFault(`The file of --env-file cannot be read: ${messageOf(error)}`);
  }
};

const version = (): string => {
  const content: { version: string } = JSON.parse(
    readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'),
  );
  return content.version;
};

try {
  const options = readOptions(process.argv.slice(2));
  if (options.help) {
    process.stdout.write(HELP);
  } else {
    if (options.envFile !== undefined) readEnvFile(options.envFile);
    const screen = createScreen(process.stdout, process.env);
    const settings = readSettings(process.env);
    screen.line('');
    screen.heading('  Portico', version());
    screen.line('');
    await run(createStack(options, settings, screen), screen);
  }
} catch (error) {
  if (!(error instanceof StartFault)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
