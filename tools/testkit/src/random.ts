/** The seed of a test run. `PORTICO_SEED` sets the seed to repeat a run. Constant if jest is started directly. */
export const SEED = Number(process.env['PORTICO_SEED'] ?? 1);

/** Returns a generator of reproducible numbers from 0 up to 1 (mulberry32), which repeats after 2³² numbers. */
export const randomFrom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};
