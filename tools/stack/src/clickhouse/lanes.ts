type Kind = 'query' | 'insert';

/**
 * Maximum concurrent statements of each kind. Inserts have a separate limit, so that slow queries do not block them. On two cores,
 * higher limits take more memory and do not increase throughput. With a limit of 4 queries, a quick query beside 8 slow ones takes
 * 330 ms (median) instead of 130 ms.
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
      waiting[kind].push(resolve); // called when another job of this kind ends
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
