import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { launchBrowser } from '@portico/testkit/product/browser';
import { freePorts, type Stack, startStack } from '@portico/testkit/product/stack';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { writeFigures } from './report.ts';
import { round } from './statistics.ts';
import { eventsLike, publishEvenly } from './web-burst.ts';

const USAGE = `npm run bench:watching [-- --hours 8] [--rate 50] [--speed 10]
What an administrator's live list holds after each hour of watching so many events a second, its garbage collected: each hour is
made shorter by the speed, and its rate higher. 48 minutes with these defaults.
`;
const HOUR = 3_600;
/** An account of the demo. */
const ADMIN = 'Ada Admin';

const { values } = parseArgs({
  options: {
    hours: { type: 'string', default: '8' },
    rate: { type: 'string', default: '50' },
    speed: { type: 'string', default: '10' },
    help: { type: 'boolean' },
  },
});
if (values.help) process.stdout.write(USAGE);
else await watch(Number(values.hours), Number(values.rate), Number(values.speed));

/** What the page holds: MiB of JavaScript objects, elements and other nodes of the document, listeners of events. */
type Held = { heapMiB: number; nodes: number; listeners: number };

async function watch(hours: number, rate: number, speed: number): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-bench-watching-'));
  const stack = await startStack(dataDir, await freePorts());
  const browser = await launchBrowser();
  try {
    const messages = await eventsLike(stack);
    const page = await watchAs(ADMIN, browser, stack);
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    const after: Held[] = [await heldBy(session)];
    say(0, after[0]);
    for (let hour = 1; hour <= hours; hour += 1) {
      await publishEvenly(stack, messages, rate * speed, HOUR / speed);
      await page.getByText('Live', { exact: true }).waitFor({ timeout: 10_000 });
      const held = await heldBy(session);
      after.push(held);
      say(hour, held);
    }
    const [, first] = after;
    const last = after.at(-1);
    const growth = first && last ? round(last.heapMiB / first.heapMiB, 2) : null;
    process.stdout.write(`heap after ${hours} hours beside after one: ${growth}\n`);
    process.stderr.write(`written to ${await writeFigures('watching', { hours, rate, speed, after, growth })}\n`);
  } finally {
    await browser.close();
    await stack.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Signs on as people do: who was only given a token is signed out when it ends. */
async function watchAs(name: string, browser: Browser, stack: Stack): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(stack.consoleUrl);
  await page.getByRole('link', { name: 'Login', exact: true }).click();
  await page.getByRole('button', { name: new RegExp(name) }).click();
  await page.waitForURL(/\/dashboard/);
  await page.getByText('Live', { exact: true }).waitFor();
  return page;
}

async function heldBy(session: CDPSession): Promise<Held> {
  for (let time = 0; time < 2; time += 1) await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const of = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return { heapMiB: round(of('JSHeapUsedSize') / 1024 ** 2, 1), nodes: of('Nodes'), listeners: of('JSEventListeners') };
}

function say(hour: number, held: Held | undefined): void {
  if (!held) return;
  const { heapMiB, nodes, listeners } = held;
  process.stdout.write(`${`${hour} h`.padEnd(6)}${heapMiB} MiB, ${nodes} nodes, ${listeners} listeners\n`);
}
