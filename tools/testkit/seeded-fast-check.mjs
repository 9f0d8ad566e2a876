// Jest takes this for `fast-check` (jest.config.mjs), so that every property test follows from the seed of the run.
import fc from '../../node_modules/fast-check/lib/fast-check.js';

const { PORTICO_SEED } = process.env;
if (PORTICO_SEED !== undefined) fc.configureGlobal({ seed: Number(PORTICO_SEED) });

export * from '../../node_modules/fast-check/lib/fast-check.js';
export default fc;
