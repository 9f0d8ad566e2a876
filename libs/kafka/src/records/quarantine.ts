/** The partition that a batch or record stands in. */
export type Place = { topic: string; partition: number };

/** Records that ended processes, by topic, partition and offset, with the reason. The same in all consumers of a process. */
const quarantined = new Map<string, string>();

const keyOf = ({ topic, partition }: Place, offset: number): string => `${topic}/${partition}/${offset}`;

/** From now on the record is decoded as an unreadable one: it is rejected with its bytes and passed. */
export function quarantine(place: Place, offset: number, reason: string): void {
  quarantined.set(keyOf(place, offset), reason);
}

/** Why a record is not decoded; null for all but a few. */
export const quarantineReason = (place: Place, offset: number): string | null =>
  quarantined.size === 0 ? null : (quarantined.get(keyOf(place, offset)) ?? null);
