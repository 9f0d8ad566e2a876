import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findInstallation } from '@portico/embedded-kafka/apache';

const MODULES = fileURLToPath(new URL('../../../node_modules', import.meta.url));

/** File name and command of a program. The command `needs` succeeds if this machine can run the program. */
type Runner = { file: string; command: readonly string[]; needs: string };

const RUNNERS: Record<string, Runner> = {
  curl: { file: 'a.sh', command: ['sh'], needs: 'curl --version' },
  kcat: { file: 'a.sh', command: ['sh'], needs: 'kcat -V' },
  // Some builds of librdkafka do not support OpenID Connect.
  'kcat, by a token': { file: 'a.sh', command: ['sh'], needs: 'kcat -X sasl.oauthbearer.method=oidc -V' },
  Node: { file: 'a.mjs', command: [process.execPath], needs: 'true' },
  Python: { file: 'a.py', command: ['python3'], needs: 'python3 --version' },
  'Python, Kafka': { file: 'a.py', command: ['python3'], needs: 'python3 -c "import confluent_kafka"' },
  // Java 15 is the first version with text blocks, which the single-file program uses.
  Java: { file: 'FirstEvent.java', command: ['java'], needs: 'java --source 15 --version' },
  Go: { file: 'a.go', command: ['go', 'run'], needs: 'go version' },
  PHP: { file: 'a.php', command: ['php'], needs: 'php -r "exit(extension_loaded(\'curl\') ? 0 : 1);"' },
};

const isThere = ({ needs }: Runner): boolean => spawnSync('sh', ['-c', needs]).status === 0;

export type Program = { language: string; way: 'http' | 'own' | 'shared'; isByToken: boolean; code: string };

/** Returns the runner of a program. Java programs find Kafka's client on the class path, as if a build file had declared the client. */
async function runnerOf({ language, way, isByToken }: Program): Promise<Runner | undefined> {
  const runner = RUNNERS[language];
  if (way === 'http' || !runner) return runner;
  if (language === 'kcat' && isByToken) return RUNNERS['kcat, by a token'];
  if (language === 'Python') return RUNNERS['Python, Kafka'];
  if (language !== 'Java') return runner;
  const { java, classPath } = await findInstallation();
  return { ...runner, command: [java, '-cp', classPath] };
}

/**
 * Runs a program in the same way as a person who has copied the program.
 * @returns the output, or null if the language is not installed
 * @throws if the program fails
 */
export async function runProgram(program: Program): Promise<string | null> {
  const runner = await runnerOf(program);
  if (!runner || !isThere(runner)) return null;
  const folder = await mkdtemp(join(tmpdir(), 'portico-program-'));
  try {
    await symlink(MODULES, join(folder, 'node_modules'));
    const file = join(folder, runner.file);
    await writeFile(file, `${program.code}\n`);
    const [command = '', ...args] = runner.command;
    const env = { ...process.env, GOCACHE: join(tmpdir(), 'portico-go'), NODE_OPTIONS: '' };
    const { stdout } = await promisify(execFile)(command, [...args, file], { cwd: folder, env }).catch(
      (error: Error & { stdout?: string }) => {
        throw new Error(`${program.language} over ${program.way}: ${error.message}\n${error.stdout ?? ''}`);
      },
    );
    return stdout;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
