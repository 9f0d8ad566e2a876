import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cachedFolder } from './cache.ts';
import { fetchWith, requireProgram } from './missing.ts';

const CLIENTS = fileURLToPath(new URL('../../clients', import.meta.url));
const BUILD_CLASS_PATH = 'org.apache.maven.plugins:maven-dependency-plugin:3.9.0:build-classpath';

/** A command that publishes an event. Its last argument names the client; see tools/testkit/clients. */
export type ClientProgram = readonly [command: string, ...args: string[]];

const contentOf = (...files: readonly string[]): string =>
  files.map((file) => readFileSync(join(CLIENTS, file), 'utf8')).join('\n');

/** Python with the packages of requirements.txt. The first call downloads the packages (30 MB). */
const findPython = async (): Promise<ClientProgram> => {
  const version = await requireProgram('python3', ['--version'], 'the clients in Python');
  const requirements = join(CLIENTS, 'python/requirements.txt');
  const folder = await cachedFolder(
    'python-clients',
    version + contentOf('python/requirements.txt'),
    async (target) => {
      const args = ['-m', 'pip', 'install', '-q', '--target', target, '-r', requirements];
      await fetchWith('python3', args, 'pip could not install the clients in Python');
    },
  );
  return ['env', `PYTHONPATH=${folder}`, 'python3', join(CLIENTS, 'python/publish.py')];
};

/** A program built with the modules of go.mod. The first call takes up to two minutes. */
const findGo = async (): Promise<ClientProgram> => {
  const version = await requireProgram('go', ['version'], 'the clients in Go');
  const sources = contentOf('go/main.go', 'go/go.mod', 'go/go.sum');
  const folder = await cachedFolder('go-clients', version + sources, (target) =>
    fetchWith('go', ['build', '-o', target, '.'], 'the clients in Go could not be built', { cwd: join(CLIENTS, 'go') }),
  );
  return [join(folder, 'clients')];
};

/** Classes compiled with the jars of pom.xml, which Maven caches. */
const findJava = async (): Promise<ClientProgram> => {
  const version = await requireProgram('javac', ['--version'], 'the clients in Java');
  await requireProgram('mvn', ['--version'], 'Maven fetches the clients in Java');
  const folder = await cachedFolder(
    'java-clients',
    version + contentOf('java/Publish.java', 'java/pom.xml'),
    async (target) => {
      const purpose = 'the clients in Java could not be fetched and compiled';
      const classPath = join(target, 'class-path');
      const pom = join(CLIENTS, 'java/pom.xml');
      await fetchWith('mvn', ['-B', '-q', '-f', pom, BUILD_CLASS_PATH, `-Dmdep.outputFile=${classPath}`], purpose);
      const jars = readFileSync(classPath, 'utf8').trim();
      await fetchWith('javac', ['-d', target, '-cp', jars, join(CLIENTS, 'java/Publish.java')], purpose);
    },
  );
  return ['java', '-cp', `${folder}:${readFileSync(join(folder, 'class-path'), 'utf8').trim()}`, 'Publish'];
};

/** Functions that find or build the client program of each language. They throw SystemMissing. */
export const CLIENT_PROGRAMS = { python: findPython, go: findGo, java: findJava } as const;
