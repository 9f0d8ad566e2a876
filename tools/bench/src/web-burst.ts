import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { INTEGRATION_EVENTS_TOPIC } from '@portico/contracts/events/integration-event';
import type { EventList } from '@portico/contracts/http/events';
import { Kafka, logLevel } from '@portico/kafka/client';
import { caller, eventually, read } from '@portico/testkit';
import { run } from '@portico/testkit/product/command';
import { signedIn } from '@portico/testkit/product/signed-in';
import type { Stack } from '@portico/testkit/product/stack';
import type { Browser, Page } from 'playwright-core';
import { withProducer } from './publishing.ts';
import { percentile } from './statistics.ts';

const SECONDS = 10;
const SENDS_A_SECOND = 10;
/** Events a second, beside the demo's two. */
const RATES = { quiet: 0, steady: 50, burst: 200 } as const;

/** Of so many seconds: milliseconds from one frame to the next, and how long its long tasks (above 50 ms) took. */
export type Smoothness = { p50: number; p95: number; longTasks: number; longest: number };
export type BurstFigures = Record<keyof typeof RATES, Smoothness>;

type Messages = (count: number) => { key: string; value: string }[];

const WATCH = `(() => {
  const frames = [], tasks = [];
  const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)));
  observer.observe({ type: 'longtask' });
  let last = performance.now(), isOver = false;
  requestAnimationFrame(function next(now) {
    frames.push(now - last);
    last = now;
    if (!isOver) requestAnimationFrame(next);
  });
  self.ended = () => { isOver = true; observer.disconnect(); return { frames: frames.slice(2), tasks }; };
})()`;

/** The newest event of the demo, again and again, as new ones: `count` messages. */
export async function eventsLike(stack: Stack): Promise<Messages> {
  const admin = caller(stack.apiUrl, (await run('npm run --silent token -- admin', stack.environment)).trim());
  const list = () => read<EventList>(admin, '/events?limit=1');
  await eventually(async () => (await list()).count > 0, 60_000);
  const [newest] = (await list()).data;
  if (!newest) throw new Error('the demo has no event');
  const { source_id, organization_id, source_type, event_name, result, severity_text, details } = newest;
  return (count) =>
    Array.from({ length: count }, () => {
      const own = { id: randomUUID(), timestamp: new Date().toISOString(), trace_id: randomUUID().replaceAll('-', '') };
      const event = { ...own, source_id, organization_id, source_type, event_name, result, severity_text, details };
      return { key: String(organization_id), value: JSON.stringify(event) };
    });
}

/** An administrator's live list, as it is a moment after it was opened. */
async function openLiveList(browser: Browser, stack: Stack): Promise<Page> {
  const context = await signedIn(browser, stack, 'admin', { viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${stack.consoleUrl}/dashboard`);
  await page.getByText('Live', { exact: true }).waitFor();
  await page.waitForLoadState('networkidle');
  return page;
}

/** Sends events evenly: so many a second, for so many seconds. */
export function publishEvenly(stack: Stack, messages: Messages, rate: number, seconds: number): Promise<void> {
  const kafka = new Kafka({ clientId: 'burst', brokers: stack.kafkaBrokers.split(','), logLevel: logLevel.NOTHING });
  const sends = seconds * SENDS_A_SECOND;
  return withProducer(kafka, async (producer) => {
    const began = performance.now();
    for (let sent = 1; sent <= sends; sent += 1) {
      const due = messages(rate / SENDS_A_SECOND);
      await producer.send({ topic: INTEGRATION_EVENTS_TOPIC, messages: due, acks: -1 });
      await sleep(Math.max(0, began + (sent / SENDS_A_SECOND) * 1_000 - performance.now()));
    }
  });
}

/** An administrator's live list, for ten seconds at each rate. */
export async function benchBurst(browser: Browser, stack: Stack): Promise<BurstFigures> {
  const messages = await eventsLike(stack);
  const page = await openLiveList(browser, stack);
  const watch = async (work: () => Promise<unknown>): Promise<Smoothness> => {
    await page.evaluate(WATCH);
    await work();
    const { frames, tasks } = await page.evaluate<{ frames: number[]; tasks: number[] }>('self.ended()');
    return {
      p50: percentile(frames, 0.5),
      p95: percentile(frames, 0.95),
      longTasks: tasks.length,
      longest: Math.max(0, ...tasks),
    };
  };
  const publish = (rate: number) => publishEvenly(stack, messages, rate, SECONDS);
  const quiet = await watch(() => sleep(SECONDS * 1_000));
  const steady = await watch(() => publish(RATES.steady));
  const burst = await watch(() => publish(RATES.burst));
  await page.context().close();
  return { quiet, steady, burst };
}

/** The figures for people. */
export function toBurstTable(figures: BurstFigures): string {
  const rates = Object.keys(RATES) as (keyof typeof RATES)[];
  const line = (name: string, of: (figures: Smoothness) => string): string =>
    name.padEnd(34) + rates.map((rate) => of(figures[rate]).padStart(14)).join('');
  const milliseconds = (value: number): string => `${Math.round(value)} ms`;
  return [
    'events a second'.padEnd(34) + rates.map((rate) => String(RATES[rate]).padStart(14)).join(''),
    line(`frame to frame, ${SECONDS} s, p50`, ({ p50 }) => milliseconds(p50)),
    line('p95', ({ p95 }) => milliseconds(p95)),
    line('long tasks, above 50 ms', ({ longTasks }) => String(longTasks)),
    line('the longest', ({ longest }) => milliseconds(longest)),
  ].join('\n');
}
