// Replaces `fast-check` (jest.config.mjs), so that every property test uses the run's seed.
import fc from '../../node_modules/fast-check/lib/fast-check.js';

const { PORTICO_SEED } = process.env;
if (PORTICO_SEED !== undefined) fc.configureGlobal({ seed: Number(PORTICO_SEED) });

export * from '../../node_modules/fast-check/lib/fast-check.js';
export default fc;
