type Kind = 'query' | 'insert';

/**
 * Maximum concurrent statements of each kind. On two cores, higher numbers take more memory and do not increase throughput. Slow
 * queries leave places for quick queries, and never take places of inserts. Measured with 8 concurrent slow searches on 2 million
 * rows and 2 cores: with 8 places, a quick query takes 130 ms (median) and an insert 65 ms; with 4 places, 330 ms and 35 ms. The
 * throughput of slow queries is the same.
 */
export const LANES: Readonly<Record<Kind, number>> = { query: 8, insert: 4 };
/** Threads of the process: one per concurrent statement, and four for compression and files. Used as UV_THREADPOOL_SIZE. */
export const THREADS = LANES.query + LANES.insert + 4;

/** Runs at most {@link LANES} jobs of each kind at once. Waiting jobs start in order of arrival. */
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
