import { execFile } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type ConsoleTool, consoleTool, type RunningApacheKafka } from '@portico/embedded-kafka/apache';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const COMMANDS: readonly ConsoleTool[] = ['kafka-acls', 'kafka-configs', 'kafka-console-producer'];
const run = promisify(execFile);

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
const script = async (file: string, ...lines: string[]): Promise<void> => {
  await writeFile(file, ['#!/bin/sh', ...lines, ''].join('\n'));
  await chmod(file, 0o755);
};

/**
 * Runs the guide's commands like an operator, in `folder`: Kafka's commands are on the PATH, and `npm` runs in the repository.
 * @returns the output.
 * @throws Error with the output if the last command fails.
 */
export async function guideCommands(
  { brokers, installation }: RunningApacheKafka,
  folder: string,
): Promise<(commands: string) => Promise<string>> {
  const bin = join(folder, 'bin');
  await mkdir(bin, { recursive: true });
  const path = process.env['PATH'] ?? '';
  for (const tool of COMMANDS) {
    const { command, args } = consoleTool(installation, tool, []);
    await script(join(bin, tool), `exec ${[command, ...args].map(quoted).join(' ')} "$@"`);
  }
  await script(join(bin, 'npm'), `cd ${quoted(ROOT)} && PATH=${quoted(path)} exec npm "$@"`);
  const env = { PATH: [bin, path].join(delimiter), HOME: process.env['HOME'], NODE_NO_WARNINGS: '1' };
  return async (commands) => {
    const here = commands.replaceAll('kafka-1:9092', brokers).replaceAll(' KAFKA_SSL_CA_FILE=ca.pem', '');
    const { stdout, stderr } = await run('/bin/sh', ['-ec', here], { cwd: folder, env });
    return stdout + stderr;
  };
}
