// Each process of a stack that becomes a fixture loads this file first. The file only sets the broker's clock ahead.
const now = Date.now;
const ahead = Number(process.env.BROKER_CLOCK_AHEAD);
if (process.argv[1]?.endsWith('kafka/src/main.ts')) Date.now = () => now() + ahead;
