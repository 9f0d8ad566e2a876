import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

/** Runs a command in this terminal, and returns its exit code, or 1 if a signal ended the command. */
export const run = (command, args, env = {}) =>
  spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } }).status ?? 1;

/** Returns the failed tests of one suite, each with the suite's path, or only the path of a suite that could not be loaded. */
const failuresOf = ({ name, status, assertionResults }) => {
  const tests = assertionResults.filter((test) => test.status === 'failed').map(({ fullName }) => fullName);
  const path = relative(process.cwd(), name);
  return tests.length === 0 && status === 'failed' ? [path] : tests.map((test) => `${path}: ${test}`);
};

/** Reads the result of a run. A suite that could not be loaded counts as one failed test. */
const count = (file) => {
  try {
    const result = JSON.parse(readFileSync(file, 'utf8'));
    const failed = result.numFailedTests + result.numRuntimeErrorTestSuites;
    return { passed: result.numPassedTests, failed, failures: result.testResults.flatMap(failuresOf) };
  } catch {
    return { passed: 0, failed: 1, failures: ['jest ended without a result'] };
  }
};

/**
 * Runs jest with `args` and the additional variables `env`. Returns the numbers of tests, and in `failures` one line per failed test. If
 * a run fails or runs no test, but no test fails, it counts as one failed test. `failed` is thus 0 only if the whole run was successful.
 */
export const runJest = (args, env = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-jest-'));
  const outputFile = join(folder, 'result.json');
  const nodeOptions = `${process.env.NODE_OPTIONS ?? ''} --experimental-vm-modules --disable-warning=ExperimentalWarning --disable-warning=TimeoutNegativeWarning`;
  const status = run('jest', [...args, '--json', `--outputFile=${outputFile}`], {
    ...env,
    NODE_OPTIONS: nodeOptions.trim(),
  });
  const result = count(outputFile);
  rmSync(folder, { recursive: true, force: true });
  if (result.failed > 0 || (status === 0 && result.passed > 0)) return result;
  return { ...result, failed: 1, failures: [`jest ended with ${status} after ${result.passed} tests`] };
};
