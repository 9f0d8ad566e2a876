import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ApacheKafkaUnavailable } from './unavailable.ts';

const MIN_JAVA = 17;
const run = promisify(execFile);

const inJavaHome = ({ JAVA_HOME }: NodeJS.ProcessEnv): string | undefined => {
  const command = JAVA_HOME ? join(JAVA_HOME, 'bin', 'java') : '';
  return existsSync(command) ? command : undefined;
};

/** Returns the major number of a version such as `17.0.15`, `24-ea` or, for Java 8, `1.8.0_402`. */
const majorOf = (version: string): number => Number(/^(?:1\.)?(\d+)/.exec(version)?.[1] ?? 0);

/** Returns `java` of JAVA_HOME, or else of PATH. @throws ApacheKafkaUnavailable if Java is missing or too old. */
export const findJava = async (env = process.env): Promise<string> => {
  const command = inJavaHome(env) ?? 'java';
  const needs = `Apache Kafka needs Java ${MIN_JAVA} or later`;
  const { stderr } = await run(command, ['-version'], { env }).catch(() => {
    throw new ApacheKafkaUnavailable(`${needs}: there is no working 'java' on the PATH or in JAVA_HOME`);
  });
  const version = /version "([^"]+)"/.exec(stderr)?.[1] ?? 'unknown';
  if (majorOf(version) < MIN_JAVA) throw new ApacheKafkaUnavailable(`${needs}: ${command} is version ${version}`);
  return command;
};

/** @throws ApacheKafkaUnavailable if Maven is missing or does not work. */
export const findMaven = async (env = process.env): Promise<string> => {
  await run('mvn', ['--version'], { env }).catch(() => {
    throw new ApacheKafkaUnavailable("Apache Kafka's jars are fetched by Maven: there is no working 'mvn' on the PATH");
  });
  return 'mvn';
};
