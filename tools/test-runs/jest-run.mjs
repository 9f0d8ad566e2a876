// One run of jest, and its result.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs a command in this terminal, and returns its exit code (1 if it was ended by a signal). */
export const run = (command, args, env = {}) =>
  spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } }).status ?? 1;

/** A suite that could not be loaded counts as one failed test. */
const count = (file) => {
  try {
    const result = JSON.parse(readFileSync(file, 'utf8'));
    return { passed: result.numPassedTests, failed: result.numFailedTests + result.numRuntimeErrorTestSuites };
  } catch {
    return { passed: 0, failed: 1 };
  }
};

/**
 * Runs jest with `args` and the additional variables `env`, and counts the results. A run that failed without a failed test, or that
 * ran no test, counts as one failed test, so that `failed` alone tells whether everything passed.
 */
export const runJest = (args, env = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-jest-'));
  const outputFile = join(folder, 'result.json');
  const nodeOptions = `${process.env.NODE_OPTIONS ?? ''} --experimental-vm-modules --disable-warning=ExperimentalWarning --disable-warning=TimeoutNegativeWarning`;
  const status = run('jest', [...args, '--json', `--outputFile=${outputFile}`], {
    ...env,
    NODE_OPTIONS: nodeOptions.trim(),
  });
  const { passed, failed } = count(outputFile);
  rmSync(folder, { recursive: true, force: true });
  return { passed, failed: failed === 0 && (status !== 0 || passed === 0) ? 1 : failed };
};
