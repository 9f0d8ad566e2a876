import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchBrowser } from '@portico/testkit/product/browser';
import { freePorts, startStack } from '@portico/testkit/product/stack';
import { writeFigures } from './report.ts';
import { benchBurst, toBurstTable } from './web-burst.ts';
import { benchFirstRows, benchWeb, toWebTable } from './web.bench.ts';

/*
 * `npm run bench:web`: what the built console weighs, how soon it shows something, and how smoothly events run through the
 * list at two, 50 and 200 a second. On the one-machine stack with its demo, in a real browser; below two minutes.
 */
const dataDir = await mkdtemp(join(tmpdir(), 'portico-bench-web-'));
const stack = await startStack(dataDir, await freePorts());
const browser = await launchBrowser();
try {
  const burst = await benchBurst(browser, stack);
  process.stdout.write(`${toBurstTable(burst)}\n\n`);
  const firstRows = await benchFirstRows(browser, stack);
  process.stdout.write(
    `first rows at a quarter of the speed: ${firstRows.cold} ms cold, ${firstRows.warm} ms warm\n\n`,
  );
  const figures = await benchWeb(browser, stack);
  process.stdout.write(`${toWebTable(figures)}\n`);
  process.stderr.write(`written to ${await writeFigures('web', { figures, firstRows, burst })}\n`);
} finally {
  await browser.close();
  await stack.stop();
  await rm(dataDir, { recursive: true, force: true });
}
