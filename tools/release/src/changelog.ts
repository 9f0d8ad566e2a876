import type { Commit } from './commits.ts';

export const HEADING = '# Changelog\n\nWritten from the commits by `npm run release`. Versions follow SemVer.\n';

const SECTIONS = { feat: 'Features', fix: 'Fixes', perf: 'Faster' } as const;

const lineOf = ({ scope, subject, hash }: Commit): string =>
  `- ${scope === null ? '' : `**${scope}:** `}${subject} (${hash.slice(0, 7)})\n`;

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

export function withSection(changelog: string | null, section: string): string {
  const before = changelog === null ? '' : changelog.slice(HEADING.length);
  return `${HEADING}\n${section}${before}`;
}

/** Returns the section of one version without its heading, or null if the changelog has no such section. */
export function notesOf(changelog: string, version: string): string | null {
  const section = changelog.split(/^(?=## )/m).find((part) => part.startsWith(`## ${version} (`));
  return section === undefined ? null : `${section.split('\n').slice(1).join('\n').trim()}\n`;
}
