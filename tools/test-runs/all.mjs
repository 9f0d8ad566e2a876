import { run, runJest } from './jest-run.mjs';

/** Every test, on the embedded engines; builds first what the browser journeys run. Arguments go to jest. */
export const testAll = (args = []) => {
  const isWholeRun = !args.includes('--selectProjects') || args.includes('e2e');
  if (!isWholeRun || run('nx', ['run-many', '-t', 'build', '--outputStyle=static']) === 0) return runJest(args);
  console.log('The build failed, so no test was run.');
  return { passed: 0, failed: 1 };
};
