import type { Component } from './component.ts';
import type { Screen } from './screen.ts';
import { supervise, type Pace, type Supervised } from './supervisor.ts';

/** The components in the order of their start: engines concurrently with `build`, then the services, then `outer`. */
type Plan<Found> = {
  engines: readonly Component<Partial<Found>>[];
  /** Builds the product while the engines start. The launcher shows the result. */
  build: () => Promise<string>;
  /** Creates the services and the outer components. Called when the addresses of the engines are known. */
  components: (found: Partial<Found>) => Promise<Components>;
  pace?: Pace;
};

type Components = {
  services: readonly Component[];
  /** Components that people connect to, and that stop before the services: gateway and console. */
  outer: readonly Component[];
};

export type Launch<Found> = {
  /** @throws the error of the first component that did not start. The caller must then call `stop`. */
  start(): Promise<Partial<Found>>;
  /** Starts an additional component without waiting until it is ready. `stop` stops such components first. */
  add(component: Component): void;
  /** Stops all components in reverse order within 4.5 s. A second call kills them immediately. */
  stop(): Promise<void>;
};

/** Milliseconds from the beginning of a stop until the remaining components of a layer are killed. */
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
    await Promise.all([
      ...plan.engines.map(async (engine) => Object.assign(found, await begin('engines', engine))),
      screen.step('Build', plan.build, (built) => built),
    ]);
    const { services, outer } = await plan.components(found);
    await Promise.all([
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
