/** The seed of a run, which `PORTICO_SEED` gives again. Without one, as when jest is started by hand, it is always the same. */
export const SEED = Number(process.env['PORTICO_SEED'] ?? 1);

/** The same numbers for the same seed, from 0 up to 1. */
export const randomFrom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
};
