/** What is known of one partition when it is assigned. */
export type Known = {
  /** The last stored position, if any. */
  stored: { epoch: number; offset: number } | undefined;
  /** Epoch that came with the last committed offset; 0 when there is none. */
  committedEpoch: number;
  /** Offset that the log's next record will get. */
  logEnd: number;
};

/** Messages before `from` are stored already and left out. `isNewLog`: the stored offsets belong to a log that is gone. */
export type Resume = { epoch: number; from: number; isNewLog: boolean };

/**
 * Where to continue: after the highest stored offset, so that what was stored but not committed before a crash is not
 * stored again. Kafka itself starts at the committed offset, which is never beyond what is stored or rejected.
 *
 * A stored offset beyond the log's end means that the topic was recreated. A new epoch begins then: it goes into every
 * row and every commit, so that the old log's offsets are never again taken for this one's, however far this one grows.
 */
export function resumeAfter({ stored, committedEpoch, logEnd }: Known): Resume {
  const epoch = Math.max(stored?.epoch ?? 0, committedEpoch);
  const from = stored?.epoch === epoch ? stored.offset + 1 : 0;
  return from > logEnd ? { epoch: epoch + 1, from: 0, isNewLog: true } : { epoch, from, isNewLog: false };
}

/** The epoch as it stands in the metadata of a committed offset. */
export const formatEpoch = (epoch: number): string => `epoch=${epoch}`;
export const parseEpoch = (metadata: string | null | undefined): number =>
  Number(/^epoch=(\d{1,5})$/.exec(metadata ?? '')?.[1] ?? 0);
