import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { findClassPath } from './class-path.ts';
import { findJava } from './java.ts';
import { ApacheKafkaUnavailable } from './unavailable.ts';

describe('the check for the requirements of Apache Kafka', () => {
  let folder: string;
  let env: NodeJS.ProcessEnv;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-path-'));
    env = { PATH: folder };
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const install = async (name: string, ...lines: string[]): Promise<void> => {
    env = { PATH: [folder, process.env['PATH']].join(delimiter) };
    await writeFile(join(folder, name), ['#!/bin/sh', ...lines, ''].join('\n'));
    await chmod(join(folder, name), 0o755);
  };
  const reason = async (looking: Promise<unknown>): Promise<string> => {
    const error: unknown = await looking.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    if (!(error instanceof ApacheKafkaUnavailable)) throw new Error('it was available', { cause: error });
    expect(error.message).not.toContain('\n');
    return error.message;
  };

  it('reports that Java is missing', async () => {
    expect(await reason(findJava(env))).toMatch(/needs Java 17 or later: there is no working 'java'/);
  });

  it.each(['11.0.22', '1.8.0_402'])('reports that Java %s is too old', async (version) => {
    await install('java', `echo 'openjdk version "${version}"' >&2`);
    expect(await reason(findJava(env))).toMatch(`needs Java 17 or later: java is version ${version}`);
  });

  it.each(['17', '17.0.15', '25-ea'])('accepts Java %s', async (version) => {
    await install('java', `echo 'openjdk version "${version}"' >&2`);
    expect(await findJava(env)).toBe('java');
  });

  it('reports that Maven is missing', async () => {
    expect(await reason(findClassPath(folder, env))).toMatch("there is no working 'mvn' on the PATH");
  });

  it('reports the jar that Maven could not download', async () => {
    await install(
      'mvn',
      '[ "$1" = --version ] && exit 0',
      'echo "[ERROR] no such host"',
      'echo "[ERROR] help"',
      'exit 1',
    );
    expect(await reason(findClassPath(folder, env))).toBe("Maven could not fetch Apache Kafka's jars: no such host");
  });

  it('downloads the jars once, and again if a jar is missing', async () => {
    const jar = join(folder, 'kafka.jar');
    const requestLog = join(folder, 'asked');
    await install(
      'mvn',
      '[ "$1" = --version ] && exit 0',
      `echo asked >> ${requestLog}`,
      `for argument; do case $argument in -Dmdep.outputFile=*) echo ${jar} > "\${argument#*=}" ;; esac; done`,
      `touch ${jar}`,
    );
    const countRequests = async (): Promise<number> => (await readFile(requestLog, 'utf8')).trim().split('\n').length;
    expect(await findClassPath(folder, env)).toBe(jar);
    expect(await findClassPath(folder, env)).toBe(jar);
    expect(await countRequests()).toBe(1);
    await rm(jar);
    expect(await findClassPath(folder, env)).toBe(jar);
    expect(await countRequests()).toBe(2);
  });
});
