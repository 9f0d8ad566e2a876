// The lanes (docs/guides/testing.md). A suite's file name determines its lane.
import { globSync } from 'node:fs';
import { run, runJest } from './jest-run.mjs';

const isOwn = (path) => !path.includes('node_modules') && !path.includes('/dist/');

/** Paths from the root of the suites of one role, such as `chaos` for `*.chaos.spec.ts`. */
export const suitesOf = (role) =>
  globSync(`{apps,libs,tools}/**/*.${role}.spec.ts`, { exclude: (path) => path.includes('node_modules') })
    .filter(isOwn)
    .toSorted();

/** Whether jest's `args` include the browser journeys, which need the build. */
const needsBuild = (args) =>
  args.every((arg) => !/^--(selectProjects|testPathPatterns|runTestsByPath)/.test(arg)) ||
  args.some((arg) => arg.includes('e2e'));
/** Nx only builds what has changed. */
const isBuilt = () => run('nx', ['run-many', '-t', 'build', '--outputStyle=static']) === 0;
const testProjects = (projects, args) => {
  if (needsBuild(args) && !isBuilt()) {
    console.log('The build failed, so no test was run.');
    return { passed: 0, failed: 1, failures: ['the build'] };
  }
  return runJest(args.includes('--selectProjects') ? args : ['--selectProjects', ...projects, ...args]);
};

/** `npm test`: unit, web, integration on the embedded engines, browser journeys. Arguments go to jest. */
export const testFast = (args = []) => testProjects(['unit', 'int', 'web', 'e2e'], args);

/** `npm run test:chaos`: kills, outages, fuzz, generated histories. Arguments go to jest. */
export const testChaos = (args = []) => testProjects(['chaos'], args);
