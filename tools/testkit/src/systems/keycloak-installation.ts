import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cachedFolder } from './cache.ts';
import { fetchWith, requireProgram, SystemMissing } from './missing.ts';

/** The version in docs/operations/tested-with.md. */
const VERSION = '26.7.3';
const OLDEST_JAVA = 17;
const MAVEN_COPY = 'org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy';
/** Options of Keycloak's build. The start does not repeat them, because that would cause another build. */
const BUILD = ['--db=dev-mem', '--cache=local'];

/** The major version of Java: 17 for `17.0.15`, and 8 for `1.8.0_402`. */
const majorOf = (version: string): number => Number(/version "(?:1\.)?(\d+)/.exec(version)?.[1] ?? 0);

/** The first call downloads Keycloak with Maven (180 MB) and builds it, about a minute on 2 cores. @throws SystemMissing */
export const findKeycloak = async (): Promise<string> => {
  const java = majorOf(await requireProgram('java', ['-version'], `Keycloak needs Java ${OLDEST_JAVA} or later`));
  if (java < OLDEST_JAVA) throw new SystemMissing(`Keycloak needs Java ${OLDEST_JAVA} or later, this is ${java}`);
  return cachedFolder('keycloak', `${VERSION} ${BUILD.join(' ')}`, async (folder) => {
    await requireProgram('mvn', ['--version'], 'Maven fetches Keycloak');
    const artifact = `-Dartifact=org.keycloak:keycloak-quarkus-dist:${VERSION}:tar.gz`;
    const purpose = 'Keycloak could not be fetched and built';
    await fetchWith('mvn', ['-B', '-q', MAVEN_COPY, artifact, `-DoutputDirectory=${folder}`], purpose);
    const archive = join(folder, `keycloak-quarkus-dist-${VERSION}.tar.gz`);
    await fetchWith('tar', ['-xzf', archive, '-C', folder, '--strip-components=1'], purpose);
    await rm(archive);
    await fetchWith(join(folder, 'bin/kc.sh'), ['build', ...BUILD], purpose);
  });
};
