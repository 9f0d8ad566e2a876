import { fileURLToPath } from 'node:url';
import { findClassPath } from './class-path.ts';
import { findJava } from './java.ts';

export type Installation = { java: string; classPath: string };

const LOG_CONFIGURATION = fileURLToPath(new URL('log4j2.properties', import.meta.url));

/** Downloads the jars if they are missing. @throws ApacheKafkaUnavailable with one line that names the missing requirement. */
export const findInstallation = async (): Promise<Installation> => {
  const java = await findJava();
  return { java, classPath: await findClassPath() };
};

export const javaArguments = (
  { classPath }: Installation,
  jvm: readonly string[],
  mainClass: string,
  args: readonly string[],
): string[] => [...jvm, `-Dlog4j2.configurationFile=file://${LOG_CONFIGURATION}`, '-cp', classPath, mainClass, ...args];
