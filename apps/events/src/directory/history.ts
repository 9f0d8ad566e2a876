import type { AggregateState } from '@portico/contracts/events/domain-event';

/** States of one aggregate that are remembered. */
const STATES = 8;

/** The last states of one aggregate, each from when on it was in force: milliseconds since 1970, Kafka's own clock. */
export class History<State extends AggregateState> {
  private readonly states: { from: number; state: State }[] = [];

  constructor(state: State, from: number) {
    this.states.push({ state, from });
  }

  get last(): State | undefined {
    return this.states.at(-1)?.state;
  }

  add(state: State, from: number): void {
    this.states.push({ state, from });
    if (this.states.length > STATES) this.states.shift();
  }

  /**
   * The state that was in force at that moment. Before the first that is known, which may be the last of many, the
   * aggregate is taken to have been as it was then, but there: it was deleted later.
   */
  at(moment: number): State | undefined {
    const known = this.states.findLast(({ from }) => from <= moment)?.state;
    const [first] = this.states;
    return known ?? (first && { ...first.state, deletedAt: null });
  }
}
