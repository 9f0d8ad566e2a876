type Kind = 'query' | 'insert';

/**
 * Statements at once. More of them bring no throughput on two cores, only memory; what counts is that a few slow
 * queries leave room for quick ones, and none of them for inserts. Measured beside 8 slow searches, 2 million rows on
 * 2 cores: with 8 places for queries a quick one takes 130 ms (median), with 4 places 330 ms, and slow ones are as many
 * a second in either case; an insert takes 65 and 35 ms.
 */
export const LANES: Readonly<Record<Kind, number>> = { query: 8, insert: 4 };
/** Threads of the process: one per lane, the others for compression and files. Used as UV_THREADPOOL_SIZE. */
export const THREADS = LANES.query + LANES.insert + 4;

/** Runs at most {@link LANES} jobs of each kind at once, and the others in order of arrival. */
export const createLanes = () => {
  const free: Record<Kind, number> = { ...LANES };
  const waiting: Record<Kind, (() => void)[]> = { query: [], insert: [] };

  const enter = async (kind: Kind) => {
    if (free[kind] > 0) return void (free[kind] -= 1);
    await new Promise<void>((resolve) => {
      waiting[kind].push(resolve); // a finished query passes its place on
    });
  };
  const leave = (kind: Kind) => {
    const next = waiting[kind].shift();
    if (next) next();
    else free[kind] += 1;
  };

  return {
    async run<Result>(kind: Kind, work: () => Promise<Result>): Promise<Result> {
      await enter(kind);
      try {
        return await work();
      } finally {
        leave(kind);
      }
    },
  };
};
