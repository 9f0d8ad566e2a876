// `npm test`: builds what the browser journeys run, then every test in one jest run, then one line that counts them.
// Arguments go to jest: npm test -- --selectProjects unit
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const run = (command, args, env = {}) =>
  spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } }).status ?? 1;

const args = process.argv.slice(2);
const isWholeRun = !args.includes('--selectProjects') || args.includes('e2e');
if (isWholeRun && run('nx', ['run-many', '-t', 'build', '--outputStyle=static']) !== 0) {
  console.log('The build failed, so no test was run.');
  console.log('0 passed, 1 failed');
  process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), 'portico-jest-'));
const outputFile = join(folder, 'result.json');
const nodeOptions = `${process.env.NODE_OPTIONS ?? ''} --experimental-vm-modules --disable-warning=ExperimentalWarning --disable-warning=TimeoutNegativeWarning`;
const status = run('jest', [...args, '--json', `--outputFile=${outputFile}`], { NODE_OPTIONS: nodeOptions.trim() });

/** A suite that could not even be loaded counts as one failed test. */
const count = () => {
  try {
    const result = JSON.parse(readFileSync(outputFile, 'utf8'));
    return { passed: result.numPassedTests, failed: result.numFailedTests + result.numRuntimeErrorTestSuites };
  } catch {
    return { passed: 0, failed: 1 };
  }
};
const { passed, failed } = count();
rmSync(folder, { recursive: true, force: true });
console.log(`${passed} passed, ${failed} failed`);
process.exit(status !== 0 || failed > 0 || passed === 0 ? 1 : 0);
