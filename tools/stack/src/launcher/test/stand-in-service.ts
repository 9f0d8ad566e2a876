/**
 * A service for tests of the launcher. Environment: PORT, NAME, ENDED (a file to which it appends its name on SIGTERM), MODE:
 * `broken` exits immediately, `stubborn` ignores SIGTERM and has a child process.
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
