/** The partition of a batch or record. */
export type Place = { topic: string; partition: number };

/** Records that crashed processes, by topic, partition and offset. Shared by all consumers of a process. */
const quarantined = new Map<string, { reason: string; until: number }>();

const keyOf = ({ topic, partition }: Place, offset: number): string => `${topic}/${partition}/${offset}`;

/**
 * Makes the decoder return the record as unreadable, so that consumers reject the record with its bytes.
 * @param until - milliseconds since 1970. A record that arrived later is not affected: a recreated topic reuses the offset.
 */
export function quarantine(place: Place, offset: number, reason: string, until = Number.POSITIVE_INFINITY): void {
  quarantined.set(keyOf(place, offset), { reason, until });
}

export function quarantineReason(place: Place, offset: number, arrivedAt: number): string | null {
  if (quarantined.size === 0) return null;
  const found = quarantined.get(keyOf(place, offset));
  return found && arrivedAt <= found.until ? found.reason : null;
}
