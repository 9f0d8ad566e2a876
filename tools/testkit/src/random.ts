/** The seed of a run, which `PORTICO_SEED` gives again. Without one, as when jest is started by hand, it is always the same. */
export const SEED = Number(process.env['PORTICO_SEED'] ?? 1);

/** The same numbers for the same seed, from 0 up to 1: mulberry32, which begins again after 2³² of them. */
export const randomFrom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};
