// Loaded first by each process of a stack that becomes a fixture. Only sets the clock of the broker ahead.
const now = Date.now;
const ahead = Number(process.env.BROKER_CLOCK_AHEAD);
if (process.argv[1]?.endsWith('kafka/src/main.ts')) Date.now = () => now() + ahead;
