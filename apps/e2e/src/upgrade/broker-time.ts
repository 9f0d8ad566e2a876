/**
 * Milliseconds by which the broker's clock is ahead during the creation of a fixture. The retention of events starts at their time of
 * publication, so the fixture's events still exist when a test opens the fixture. ClickHouse's timestamps end in 2106.
 */
const OFFSET_MS = 60 * 365 * 24 * 60 * 60 * 1_000;

/** The broker's current time, in milliseconds since 1970. */
export const brokerTime = (): number => Date.now() + OFFSET_MS;

/** Environment of a stack that sets the broker's clock ahead. */
export const aheadOfTime = {
  NODE_OPTIONS: `--import ${new URL('broker-clock.mjs', import.meta.url).href}`,
  BROKER_CLOCK_AHEAD: String(OFFSET_MS),
};
