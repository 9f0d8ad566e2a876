/** An aggregate that differs between two places. */
export type Difference = { identity: string; reason: string };

/** The result of a comparison. `count`: number of compared aggregates. */
export type Found = { subject: string; count: number; differences: Difference[] };

/** Maximum number of differences that a report lists. The report only counts further differences. */
const MAX_LISTED = 20;
const formatted = (count: number): string => count.toLocaleString('en');

const byIdentity = (a: Difference, b: Difference): number =>
  a.identity.localeCompare(b.identity, 'en', { numeric: true });

/** Returns the lines of a report: ids and field names, but no values, because values may be personal data. */
export const linesOf = ({ subject, count, differences }: Found): string[] => [
  `${subject}: ${formatted(differences.length)} of ${formatted(count)} differ`,
  ...differences
    .toSorted(byIdentity)
    .slice(0, MAX_LISTED)
    .map(({ identity, reason }) => `  ${identity}: ${reason}`),
  ...(differences.length > MAX_LISTED ? [`  and ${formatted(differences.length - MAX_LISTED)} more`] : []),
];
