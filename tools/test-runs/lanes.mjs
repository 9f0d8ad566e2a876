// The test lanes (docs/guides/testing.md). The file name of a suite determines its lane.
import { globSync } from 'node:fs';
import { run, runJest } from './jest-run.mjs';

const isOwn = (path) => !path.includes('node_modules') && !path.includes('/dist/');

/** Returns the paths from the root of all suites of one role, such as `chaos` for `*.chaos.spec.ts`. */
export const suitesOf = (role) =>
  globSync(`{apps,libs,tools}/**/*.${role}.spec.ts`, { exclude: (path) => path.includes('node_modules') })
    .filter(isOwn)
    .toSorted();

/** Whether a run with jest's arguments `args` includes the browser tests, which need the build. */
const needsBuild = (args) =>
  args.every((arg) => !/^--(selectProjects|testPathPatterns|runTestsByPath)/.test(arg)) ||
  args.some((arg) => arg.includes('e2e'));
/** Builds all projects, and returns whether the build succeeded. Nx builds only changed projects. */
const isBuilt = () => run('nx', ['run-many', '-t', 'build', '--outputStyle=static']) === 0;
const testProjects = (projects, args) => {
  if (needsBuild(args) && !isBuilt()) {
    console.log('The build failed, so no test was run.');
    return { passed: 0, failed: 1, failures: ['the build'] };
  }
  return runJest(args.includes('--selectProjects') ? args : ['--selectProjects', ...projects, ...args]);
};

/** `npm test`: runs unit, web, browser and integration tests, on embedded engines. `args` are passed to jest. */
export const testFast = (args = []) => testProjects(['unit', 'int', 'web', 'e2e'], args);

/** `npm run test:chaos`: runs tests with kills, outages, fuzzing and generated histories. `args` are passed to jest. */
export const testChaos = (args = []) => testProjects(['chaos'], args);
