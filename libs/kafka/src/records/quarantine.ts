/** The partition that a batch or record stands in. */
export type Place = { topic: string; partition: number };

/** Records that ended processes, by topic, partition and offset. The same for all consumers of a process. */
const quarantined = new Map<string, { reason: string; until: number }>();

const keyOf = ({ topic, partition }: Place, offset: number): string => `${topic}/${partition}/${offset}`;

/**
 * From now on the record is decoded as an unreadable one: it is rejected with its bytes.
 * @param until - milliseconds since 1970. A record that arrived later is of another log at the same offset.
 */
export function quarantine(place: Place, offset: number, reason: string, until = Number.POSITIVE_INFINITY): void {
  quarantined.set(keyOf(place, offset), { reason, until });
}

/** Why a record is not decoded; null for all but a few. */
export function quarantineReason(place: Place, offset: number, arrivedAt: number): string | null {
  if (quarantined.size === 0) return null;
  const found = quarantined.get(keyOf(place, offset));
  return found && arrivedAt <= found.until ? found.reason : null;
}
