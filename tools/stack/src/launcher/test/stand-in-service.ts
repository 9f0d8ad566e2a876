/**
 * A service for tests of the launcher. Environment: PORT, NAME, ENDED (file that gets its name when it is asked to end),
 * MODE: `broken` ends at once, `stubborn` does not end when asked and has a child of its own.
 */
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';

const { PORT, NAME, ENDED = '', MODE } = process.env;
if (MODE === 'broken') {
  process.stdout.write(`${JSON.stringify({ msg: 'cannot start', err: { message: 'the flux is missing' } })}\n`);
  process.exit(3);
}
if (MODE === 'stubborn') spawn('sleep', ['1000'], { stdio: 'ignore' });

createServer((_, response) => response.end('ready')).listen(Number(PORT), '127.0.0.1');
process.on('SIGTERM', () => {
  appendFileSync(ENDED, `${NAME}\n`);
  if (MODE !== 'stubborn') process.exit(0);
});
