import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchBrowser } from '@portico/testkit/product/browser';
import { freePorts, startStack } from '@portico/testkit/product/stack';
import { writeFigures } from './report.ts';
import { benchBurst, toBurstTable } from './web-burst.ts';
import { benchWeb, toWebTable } from './web.bench.ts';

/*
 * `npm run bench:web`: what the built console weighs, how soon it shows something, and how smoothly 2,000 events in 10 seconds
 * run through the list. On the one-machine stack with its
 * demo, in a real browser; below two minutes.
 */
const dataDir = await mkdtemp(join(tmpdir(), 'portico-bench-web-'));
const stack = await startStack(dataDir, await freePorts());
const browser = await launchBrowser();
try {
  const burst = await benchBurst(browser, stack);
  process.stdout.write(`${toBurstTable(burst)}\n\n`);
  const figures = await benchWeb(browser, stack);
  process.stdout.write(`${toWebTable(figures)}\n`);
  process.stderr.write(`written to ${await writeFigures('web', { figures, burst })}\n`);
} finally {
  await browser.close();
  await stack.stop();
  await rm(dataDir, { recursive: true, force: true });
}
