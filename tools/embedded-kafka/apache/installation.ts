import { fileURLToPath } from 'node:url';
import { findClassPath } from './class-path.ts';
import { findJava } from './java.ts';

/** A Java that runs Apache Kafka, and its jars. */
export type Installation = { java: string; classPath: string };

const LOG_CONFIGURATION = fileURLToPath(new URL('log4j2.properties', import.meta.url));

/**
 * What is needed to run Apache Kafka on this machine; the first time the jars are fetched.
 * @throws ApacheKafkaUnavailable with one line that says what is missing.
 */
export const findInstallation = async (): Promise<Installation> => {
  const java = await findJava();
  return { java, classPath: await findClassPath() };
};

/** Arguments of `java` that run a class of Apache Kafka. */
export const javaArguments = (
  { classPath }: Installation,
  jvm: readonly string[],
  mainClass: string,
  args: readonly string[],
): string[] => [...jvm, `-Dlog4j2.configurationFile=file://${LOG_CONFIGURATION}`, '-cp', classPath, mainClass, ...args];
