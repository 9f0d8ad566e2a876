import type { Commit } from './commits.ts';

export const HEADING = '# Changelog\n\nWritten from the commits by `npm run release`. Versions follow SemVer.\n';

/** The types of commits that a changelog lists, in order. */
const SECTIONS = { feat: 'Features', fix: 'Fixes', perf: 'Faster' } as const;

const lineOf = ({ scope, subject, hash }: Commit): string =>
  `- ${scope === null ? '' : `**${scope}:** `}${subject} (${hash.slice(0, 7)})\n`;

/** The section of one release. */
export function sectionOf(version: string, date: string, commits: readonly Commit[]): string {
  const breaking = commits.filter((commit) => commit.breaking !== null);
  const parts = [
    ...(breaking.length > 0
      ? [`### Breaking\n${breaking.map((one) => lineOf({ ...one, subject: one.breaking ?? one.subject })).join('')}`]
      : []),
    ...Object.entries(SECTIONS).flatMap(([type, title]) => {
      const own = commits.filter((commit) => commit.type === type);
      return own.length > 0 ? [`### ${title}\n${own.map(lineOf).join('')}`] : [];
    }),
  ];
  return `## ${version} (${date})\n${parts.join('\n')}`;
}

/** The changelog with a new section before the others. */
export function withSection(changelog: string | null, section: string): string {
  const before = changelog === null ? '' : changelog.slice(HEADING.length);
  return `${HEADING}\n${section}${before}`;
}

/** The section of one version; null if the changelog has none. */
export function notesOf(changelog: string, version: string): string | null {
  const section = changelog.split(/^(?=## )/m).find((part) => part.startsWith(`## ${version} (`));
  return section === undefined ? null : `${section.split('\n').slice(1).join('\n').trim()}\n`;
}
