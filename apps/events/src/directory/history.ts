import type { AggregateState } from '@portico/contracts/events/domain-event';

const MAX_STATES = 8;

/** The last states of one aggregate, each with the time from which it applied, in milliseconds since 1970 by Kafka's clock. */
export class History<State extends AggregateState> {
  private readonly states: { from: number; state: State }[] = [];

  constructor(state: State, from: number) {
    this.states.push({ state, from });
  }

  add(state: State, from: number): void {
    this.states.push({ state, from });
    if (this.states.length > MAX_STATES) this.states.shift();
  }

  /**
   * Returns the state at that time. For times before the first remembered state, returns the first remembered state as not deleted,
   * because the history may have dropped earlier states.
   */
  at(moment: number): State | undefined {
    const known = this.states.findLast(({ from }) => from <= moment)?.state;
    const [first] = this.states;
    return known ?? (first && { ...first.state, deletedAt: null });
  }
}
