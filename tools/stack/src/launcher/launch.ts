import type { Member } from './component.ts';
import type { Screen } from './screen.ts';
import { supervise } from './supervisor.ts';
import type { Pace, Supervised } from './supervisor.ts';

/** What is started, in the order in which it is: engines beside `build`, then services and what is outside of them. */
export type Plan<Found> = {
  engines: readonly Member<Partial<Found>>[];
  /** Runs beside the engines; its answer is shown. */
  build: (say: (line: string) => void) => Promise<string>;
  /** Made once it is known where the engines are. */
  members: (found: Partial<Found>) => Promise<Members>;
  pace?: Pace;
};

export type Members = {
  services: readonly Member[];
  /** What people reach, and what ends before the services: gateway, console. */
  outer: readonly Member[];
};

/** A stack that is starting or runs. */
export type Launch<Found> = {
  /** @throws Error of the first member that did not start; call `stop` then. */
  start(): Promise<Partial<Found>>;
  /** Starts something beside the running stack without waiting for it; it ends first. */
  add(member: Member): void;
  /** Ends everything, from the outside inwards, each part within its share of 4.5 s; a second call kills at once. */
  stop(): Promise<void>;
};

/** By when, after the end has begun, what is still there is killed. */
const END_BY_MS = { added: 500, outer: 1_200, services: 3_400, engines: 4_500 } as const;
type Ring = keyof typeof END_BY_MS;

export const createLaunch = <Found>(plan: Plan<Found>, screen: Screen): Launch<Found> => {
  const rings: Record<Ring, Supervised<unknown>[]> = { added: [], outer: [], services: [], engines: [] };
  let isEnding = false;

  const keep = <Result>(ring: Ring, member: Member<Result>): Supervised<Result> => {
    if (isEnding) throw new Error('the stack is ending');
    const supervised = supervise(member, { bad: screen.warn, good: screen.good }, plan.pace);
    rings[ring].push(supervised);
    return supervised;
  };
  const begin = <Result>(ring: Ring, member: Member<Result>): Promise<Result> => {
    const supervised = keep(ring, member);
    return screen.step(
      member.name,
      (say) => supervised.start(say),
      () => member.detail ?? '',
    );
  };

  const start = async () => {
    const found: Partial<Found> = {};
    await together([
      ...plan.engines.map(async (engine) => Object.assign(found, await begin('engines', engine))),
      screen.step('Build', plan.build, (built) => built),
    ]);
    const { services, outer } = await plan.members(found);
    await together([
      ...services.map((member) => begin('services', member)),
      ...outer.map((member) => begin('outer', member)),
    ]);
    return found;
  };

  const stop = async () => {
    const began = performance.now();
    const isSecond = isEnding;
    isEnding = true;
    for (const ring of Object.keys(END_BY_MS) as Ring[]) {
      const graceMs = isSecond ? 0 : Math.max(0, END_BY_MS[ring] - (performance.now() - began));
      await Promise.all(rings[ring].map((supervised) => supervised.stop(graceMs)));
    }
  };

  const add = (member: Member) => {
    keep('added', member)
      .start(() => undefined)
      .catch((error: unknown) => screen.warn(String(error)));
  };
  return { start, add, stop };
};

/** Waits for all of them, so that nothing goes on unseen when one has failed. @throws what the first one threw. */
const together = async (works: readonly Promise<unknown>[]) => {
  await Promise.all(works);
};
