import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findMaven } from './java.ts';
import { ApacheKafkaUnavailable } from './unavailable.ts';

const POM = fileURLToPath(new URL('pom.xml', import.meta.url));
const CACHE = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'embedded-kafka');

/** The first error that Maven printed, as one line. */
const reasonOf = (error: unknown): string => {
  const output = typeof error === 'object' && error !== null && 'stdout' in error ? String(error.stdout) : '';
  const line = output.split('\n').find((one) => one.startsWith('[ERROR]'));
  return (line?.replace('[ERROR] ', '') ?? String(error)).slice(0, 300);
};

/**
 * The jars of Apache Kafka's broker and console tools, as the value of `java -cp`. Maven downloads missing jars into its own cache.
 * The result is cached for each pom.xml.
 * @param cache folder of the cached result.
 * @throws ApacheKafkaUnavailable if Maven is missing or cannot download.
 */
export const findClassPath = async (cache = CACHE, env = process.env): Promise<string> => {
  const file = join(cache, `${createHash('sha256').update(readFileSync(POM)).digest('hex').slice(0, 16)}.class-path`);
  const known = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  if (known !== '' && known.split(delimiter).every((jar) => existsSync(jar))) return known;
  const command = await findMaven(env);
  mkdirSync(cache, { recursive: true });
  const fresh = `${file}.${process.pid}`;
  const goal = ['dependency:build-classpath', `-Dmdep.outputFile=${fresh}`];
  try {
    await promisify(execFile)(command, ['-B', '-q', '-Dstyle.color=never', '-f', POM, ...goal], { env });
    renameSync(fresh, file);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw new ApacheKafkaUnavailable(`Maven could not fetch Apache Kafka's jars: ${reasonOf(error)}`, { cause: error });
  }
  return readFileSync(file, 'utf8').trim();
};
