// Each process of a stack that becomes a fixture loads this file first. The file sets the clock ahead only in the broker's process.
const now = Date.now;
const ahead = Number(process.env.BROKER_CLOCK_AHEAD);
if (process.argv[1]?.endsWith('kafka/src/main.ts')) Date.now = () => now() + ahead;
