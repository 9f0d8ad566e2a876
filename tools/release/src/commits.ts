import { execFileSync } from 'node:child_process';
import { CommitParser } from 'conventional-commits-parser';

/** A parsed commit message. `breaking`: the note BREAKING CHANGE; without a note, the subject; null if the commit breaks nothing. */
export type Commit = { hash: string; type: string; scope: string | null; subject: string; breaking: string | null };

const parser = new CommitParser({
  headerPattern: /^(\w+)(?:\(([^)]*)\))?!?: (.*)$/,
  headerCorrespondence: ['type', 'scope', 'subject'],
  breakingHeaderPattern: /^(\w+)(?:\(([^)]*)\))?!: (.*)$/,
  noteKeywords: ['BREAKING CHANGE', 'BREAKING-CHANGE'],
});

export function toCommit(hash: string, message: string): Commit | null {
  if (message.trim() === '') return null;
  const { type, scope, subject, notes } = parser.parse(message);
  if (!type || !subject) return null;
  return { hash, type, scope: scope ?? null, subject, breaking: notes[0]?.text ?? null };
}

const git = (folder: string, ...args: string[]): string =>
  execFileSync('git', args, { cwd: folder, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 }).trim();

/** Returns the newest tag `v…` in the history of HEAD, or null before the first release. */
export function lastTag(folder: string): string | null {
  const [tag = ''] = git(folder, 'tag', '--merged', 'HEAD', '--list', 'v*', '--sort=-version:refname').split('\n');
  return tag === '' ? null : tag;
}

/** Returns the commits since the tag, newest first. If `tag` is null, returns all commits. */
export function commitsSince(folder: string, tag: string | null): Commit[] {
  const range = tag === null ? 'HEAD' : `${tag}..HEAD`;
  const records = git(folder, 'log', '--no-merges', '--format=%H%n%B%x1e', range).split('\x1e');
  return records.flatMap((record) => {
    const [hash = '', ...message] = record.trimStart().split('\n');
    return toCommit(hash, message.join('\n')) ?? [];
  });
}

export const isClean = (folder: string): boolean => git(folder, 'status', '--porcelain') === '';

/** Does not push. */
export function commitAndTag(folder: string, files: readonly string[], version: string): void {
  git(folder, 'add', ...files);
  git(folder, 'commit', '--quiet', '--message', `chore(release): ${version}`);
  git(folder, 'tag', '--annotate', `v${version}`, '--message', `Portico ${version}`);
}
