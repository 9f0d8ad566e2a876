/** A place in a log: a later epoch is a later log of the same partition. */
export type Place = { epoch: number; offset: number };
export type Partition = {
  topic: string;
  partition: number;
  /** Its number in the table. */
  number: number;
  begin: number;
  end: number;
  /** The next record, null while nothing was committed. */
  committed: Place | null;
  stored: Place | null;
};
