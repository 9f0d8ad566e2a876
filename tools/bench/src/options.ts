/** How much is measured. */
export type Options = {
  /** Events of one round of the ingest. */
  ingestEvents: number;
  ingestRounds: number;
  /** Seconds of live events, at 100 a second. */
  liveSeconds: number;
  /** Stored rows under the list. */
  rows: number;
  /** Requests of each kind. */
  requests: number;
};

export const FULL: Options = { ingestEvents: 200_000, ingestRounds: 3, liveSeconds: 30, rows: 1_000_000, requests: 60 };
export const QUICK: Options = { ingestEvents: 50_000, ingestRounds: 1, liveSeconds: 6, rows: 200_000, requests: 15 };
