import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CommandFailed, runCommand } from '@portico/stack/process';
import { findMaven } from './java.ts';
import { ApacheKafkaUnavailable } from './unavailable.ts';

const FOLDER = fileURLToPath(new URL('./', import.meta.url));
const POM = join(FOLDER, 'pom.xml');
const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/apache-kafka/', import.meta.url));

/** Maven's last word, in one line. */
const reasonOf = (output: string): string => {
  const [error = 'it did not say why'] = output.split('\n').filter((line) => line.startsWith('[ERROR]'));
  return error.replace('[ERROR] ', '').slice(0, 300);
};

/**
 * The jars of Apache Kafka's broker and console tools, as the value of `java -cp`. Maven fetches them into its own cache
 * when it has to, and is asked only once for each pom.xml.
 * @param cache - folder where its answer is kept.
 * @throws ApacheKafkaUnavailable when Maven is not there, or cannot fetch them.
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
    await runCommand({ command, args: ['-B', '-q', '-Dstyle.color=never', '-f', POM, ...goal], cwd: FOLDER, env });
    renameSync(fresh, file);
  } catch (error) {
    rmSync(fresh, { force: true });
    const reason = error instanceof CommandFailed ? reasonOf(error.output) : String(error);
    throw new ApacheKafkaUnavailable(`Maven could not fetch Apache Kafka's jars: ${reason}`, { cause: error });
  }
  return readFileSync(file, 'utf8').trim();
};
