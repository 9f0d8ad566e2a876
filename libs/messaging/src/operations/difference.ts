/** One aggregate that is not the same in two places. */
export type Difference = { identity: string; reason: string };

/** What a command works on and found there. */
export type Found = { subject: string; count: number; differences: Difference[] };

/** Differences that are listed one by one. */
const LISTED = 20;
const formatted = (count: number): string => count.toLocaleString('en');

const byIdentity = (a: Difference, b: Difference): number =>
  a.identity.localeCompare(b.identity, 'en', { numeric: true });

/** Names ids and fields, and no values: those may be of people. */
export const linesOf = ({ subject, count, differences }: Found): string[] => [
  `${subject}: ${formatted(differences.length)} of ${formatted(count)} differ`,
  ...differences
    .toSorted(byIdentity)
    .slice(0, LISTED)
    .map(({ identity, reason }) => `  ${identity}: ${reason}`),
  ...(differences.length > LISTED ? [`  and ${formatted(differences.length - LISTED)} more`] : []),
];
