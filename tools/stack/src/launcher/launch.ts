import type { Component } from './component.ts';
import type { Screen } from './screen.ts';
import { supervise } from './supervisor.ts';
import type { Pace, Supervised } from './supervisor.ts';

/** What is started, in the order in which it is: engines beside `build`, then services and what is outside of them. */
type Plan<Found> = {
  engines: readonly Component<Partial<Found>>[];
  /** Runs while the engines start; its answer is shown. */
  build: () => Promise<string>;
  /** Made once it is known where the engines are. */
  components: (found: Partial<Found>) => Promise<Components>;
  pace?: Pace;
};

type Components = {
  services: readonly Component[];
  /** What people reach, and what ends before the services: gateway, console. */
  outer: readonly Component[];
};

/** A stack that is starting or runs. */
export type Launch<Found> = {
  /** @throws Error of the first component that did not start; call `stop` then. */
  start(): Promise<Partial<Found>>;
  /** Starts something beside the running stack without waiting for it; it ends first. */
  add(component: Component): void;
  /** Ends everything, from the outside inwards, each part within its share of 4.5 s; a second call kills at once. */
  stop(): Promise<void>;
};

/** By when, after the end has begun, what is still there is killed. */
const END_BY_MS = { added: 500, outer: 1_200, services: 3_400, engines: 4_500 } as const;
type Layer = keyof typeof END_BY_MS;

export const createLaunch = <Found>(plan: Plan<Found>, screen: Screen): Launch<Found> => {
  const layers: Record<Layer, Supervised<unknown>[]> = { added: [], outer: [], services: [], engines: [] };
  let isEnding = false;

  const keep = <Result>(layer: Layer, component: Component<Result>): Supervised<Result> => {
    if (isEnding) throw new Error('the stack is ending');
    const supervised = supervise(component, { bad: screen.warn, good: screen.good }, plan.pace);
    layers[layer].push(supervised);
    return supervised;
  };
  const begin = <Result>(layer: Layer, component: Component<Result>): Promise<Result> => {
    const supervised = keep(layer, component);
    return screen.step(
      component.name,
      (say) => supervised.start(say),
      () => component.detail ?? '',
    );
  };

  const start = async () => {
    const found: Partial<Found> = {};
    await together([
      ...plan.engines.map(async (engine) => Object.assign(found, await begin('engines', engine))),
      screen.step('Build', plan.build, (built) => built),
    ]);
    const { services, outer } = await plan.components(found);
    await together([
      ...services.map((component) => begin('services', component)),
      ...outer.map((component) => begin('outer', component)),
    ]);
    return found;
  };

  const stop = async () => {
    const began = performance.now();
    const isSecond = isEnding;
    isEnding = true;
    for (const layer of Object.keys(END_BY_MS) as Layer[]) {
      const graceMs = isSecond ? 0 : Math.max(0, END_BY_MS[layer] - (performance.now() - began));
      await Promise.all(layers[layer].map((supervised) => supervised.stop(graceMs)));
    }
  };

  const add = (component: Component) => {
    keep('added', component)
      .start(() => undefined)
      .catch((error: unknown) => screen.warn(String(error)));
  };
  return { start, add, stop };
};

/** Waits for all of them, so that nothing continues unseen when one has failed. @throws what the first one threw. */
const together = async (works: readonly Promise<unknown>[]) => {
  await Promise.all(works);
};
