/** A position in a partition's log; a higher epoch is a later log of the same partition. */
export type Place = { epoch: number; offset: number };
export type Partition = {
  topic: string;
  partition: number;
  number: number;
  begin: number;
  end: number;
  /** Position of the next record to read; null before the first commit. */
  committed: Place | null;
  stored: Place | null;
};
