import type { Outgoing } from '../src/event/outgoing.ts';
import { type Answer, SendError, type Transport } from '../src/transport/transport.ts';

/** Result of a request: an answer, a temporary failure, a lost answer, or a permanent failure. */
export type Step = 'answer' | 'unavailable' | 'lost' | 'refuse';

/** Simulates the connection and the server. Records all requests and the results of their events. */
export class ModelTransport implements Transport {
  /** Every request, in order. */
  readonly batches: (readonly Outgoing[])[] = [];
  /** Result that the server returned for each event, by event id. */
  readonly verdicts = new Map<string, 'accepted' | 'rejected'>();
  readonly #steps: Step[];
  readonly #aborts: { at: number; controller: AbortController }[] = [];

  /** `steps`: results of the first requests, one step per request. Further requests receive an answer. */
  constructor(steps: readonly Step[]) {
    this.#steps = [...steps];
  }

  /** Returns a signal that is aborted when request number `at`, starting at 0, arrives. */
  signalBefore(at: number): AbortSignal {
    const controller = new AbortController();
    this.#aborts.push({ at, controller });
    return controller.signal;
  }

  async send(events: readonly Outgoing[], signal: AbortSignal): Promise<Answer> {
    const number = this.batches.push(events) - 1;
    for (const { at, controller } of this.#aborts) if (at === number) controller.abort();
    await new Promise((resolve) => setImmediate(resolve));
    if (signal.aborted) throw new SendError('aborted', { isRetryable: true });
    const step = this.#steps.shift() ?? 'answer';
    if (step === 'unavailable' || step === 'lost') throw new SendError(step, { isRetryable: true });
    if (step === 'refuse') throw new SendError(step, { isRetryable: false, status: 400 });
    const rejected = events.flatMap(({ id, text }, index) =>
      text.includes('"result":"OK"') ? [{ index, id, code: 'invalid_field', reason: 'no', pointer: '/result' }] : [],
    );
    for (const { id } of events) this.verdicts.set(id, 'accepted');
    for (const { id } of rejected) this.verdicts.set(id, 'rejected');
    return { accepted: events.length - rejected.length, rejected };
  }
}
