// Finds the projects that a change affects, with Nx' project graph.
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

const output = (command, ...args) => {
  const { status, stdout } = spawnSync(command, args, {
    encoding: 'utf8',
    env: { ...process.env, NX_DAEMON: 'false' },
  });
  return status === 0 ? stdout.trim() : undefined;
};
const git = (...args) => output('git', ...args);

/** Returns the commit to compare with, and the reason for this commit, or undefined without enough history. */
const sinceWhen = () => {
  const head = git('rev-parse', 'HEAD');
  const candidates = [
    ['since the branch left origin/main', git('merge-base', 'HEAD', 'origin/main')],
    ['since the last release', git('rev-list', '-1', git('describe', '--tags', '--abbrev=0') ?? 'no tag')],
    ['since the commit before', git('rev-parse', '--verify', '--quiet', 'HEAD~1')],
  ];
  const [why, commit] = candidates.find(([, one]) => one !== undefined && one !== head) ?? [];
  return commit === undefined ? undefined : { why, commit };
};

/** Matches files that affect how suites run, but belong to no project. */
const OF_ALL_SUITES = /^(jest\.config\.mjs|\.ci\/|tools\/(test-runs\/|bundle\/|swc-hook))/;

const projects = () =>
  globSync('{apps,libs,tools}/*/package.json').map((path) => ({
    name: JSON.parse(readFileSync(path, 'utf8')).name,
    folder: dirname(path),
  }));

/**
 * Returns the folders of the affected projects; undefined if these projects are unknown. `why`: the reason for this choice.
 * @returns {{ why: string, folders?: string[] }}
 */
export const touchedProjects = () => {
  const since = sinceWhen();
  if (since === undefined) return { why: 'there is no history that tells what has changed' };
  const changed = git('diff', '--name-only', since.commit);
  if (changed?.split('\n').some((path) => OF_ALL_SUITES.test(path)))
    return { why: `how suites run has changed ${since.why}` };
  const names = output('nx', 'show', 'projects', '--affected', `--base=${since.commit}`, '--json');
  if (changed === undefined || names === undefined) return { why: 'Nx does not know what has changed' };
  const affected = JSON.parse(names);
  const folders = projects()
    .filter(({ name }) => affected.includes(name))
    .map(({ folder }) => folder);
  return { why: `${since.why} (${since.commit.slice(0, 8)})`, folders };
};
