import type { ServiceProcess } from '@portico/testkit';
import type { BenchStack } from '../bench-stack.ts';
import { type Load, type LoadFigures, underLoad } from '../live/live-load.ts';
import type { Fleet } from './fleet.ts';

/** Not counted: code that was never run. */
const WARM_UP_SECONDS = 2;

/** `shares`: of the frames of each process among all that were sent, 0 to 1. */
export type LiveMeasured = LoadFigures & { shares: readonly number[] };

/** What the same viewers receive from so many live processes, through the gateways. */
export async function measureLive(stack: BenchStack, fleet: Fleet, count: number, load: Load): Promise<LiveMeasured> {
  const services = await fleet.startLive(count);
  const pids = services.map(({ pid }) => pid);
  const watched = { url: fleet.url, pids, isShared: true, admin: await stack.tokens.sign() } as const;
  await underLoad(stack.kafka, watched, { ...load, seconds: WARM_UP_SECONDS });
  const before = await Promise.all(services.map(sentFrames));
  const figures = await underLoad(stack.kafka, watched, load);
  const sent = (await Promise.all(services.map(sentFrames))).map((now, index) => now - (before[index] ?? 0));
  await Promise.all(services.map((service) => service.stop()));
  const all = sent.reduce((a, b) => a + b, 0);
  return { ...figures, shares: sent.map((one) => one / all) };
}

async function sentFrames({ url }: ServiceProcess): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^portico_live_frames_total(?:\{[^}]*\})? (\d+)/m.exec(text)?.[1] ?? Number.NaN);
}
