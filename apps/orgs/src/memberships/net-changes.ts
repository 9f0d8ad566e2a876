/** A user's membership before and after a change: whether it was approved, or null without a membership. */
export type MemberChange = { userId: number; before: boolean | null; after: boolean | null };

/**
 * Returns the net result of a history: at most one change per user, in the order of the users' first changes. Omits changes that
 * cancel out.
 * @param history in chronological order
 */
export function netChanges(history: readonly MemberChange[]): MemberChange[] {
  const net = new Map<number, MemberChange>();
  for (const { userId, before, after } of history) {
    const known = net.get(userId);
    net.set(userId, { userId, before: known ? known.before : before, after });
  }
  return [...net.values()].filter(({ before, after }) => before !== after);
}

export function inWords({ before, after }: MemberChange, name: string): string {
  if (after === null) return `${name} was removed meanwhile`;
  if (before === null) return after ? `${name} was assigned meanwhile` : `${name} asked to join meanwhile`;
  return after ? `${name} was approved meanwhile` : `Someone else withdrew the approval of ${name}`;
}
