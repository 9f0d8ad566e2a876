/** What a user was in an organization and became: null is no membership, otherwise whether it was approved. */
export type MemberChange = { userId: number; before: boolean | null; after: boolean | null };

/**
 * What a history comes to, one change a user at most, in the order in which they first changed. Who came and went again
 * is not in it.
 * @param history in the order in which it happened.
 */
export function netChanges(history: readonly MemberChange[]): MemberChange[] {
  const net = new Map<number, MemberChange>();
  for (const { userId, before, after } of history) {
    const known = net.get(userId);
    net.set(userId, { userId, before: known ? known.before : before, after });
  }
  return [...net.values()].filter(({ before, after }) => before !== after);
}

/** One change in words, for the person whose edit it got in the way of. */
export function inWords({ before, after }: MemberChange, who: string): string {
  if (after === null) return `${who} was removed meanwhile`;
  if (before === null) return after ? `${who} was assigned meanwhile` : `${who} asked to join meanwhile`;
  return after ? `${who} was approved meanwhile` : `The approval of ${who} was withdrawn meanwhile`;
}
