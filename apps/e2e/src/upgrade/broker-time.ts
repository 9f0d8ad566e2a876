/**
 * How far the broker's clock is ahead while a fixture is made, in milliseconds: what is kept for a number of days after it
 * was published is then still there whenever the fixture is opened. ClickHouse's moments end in 2106.
 */
const AHEAD = 60 * 365 * 24 * 60 * 60 * 1_000;

/** The broker's current time, in milliseconds since 1970. */
export const brokerTime = (): number => Date.now() + AHEAD;

/** Environment of a stack whose broker's clock is ahead. */
export const aheadOfTime = {
  NODE_OPTIONS: `--import ${new URL('broker-clock.mjs', import.meta.url).href}`,
  BROKER_CLOCK_AHEAD: String(AHEAD),
};
