import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * The context of a replayed record. A handler receives this context instead of Kafka's context, and applies the record in the replay's
 * transaction.
 */
export class Replay {
  private fault: unknown = new Error('nothing was applied');

  constructor(private readonly em: EntityManager) {}

  /** Runs `work` and stores its error for {@link end}. Does not throw the error, because Nest would replace it with another error. */
  async apply(work: (em: EntityManager) => Promise<void>): Promise<void> {
    try {
      await work(this.em);
      this.fault = undefined;
    } catch (error) {
      this.fault = error;
    }
  }

  /** @throws the error of `work`, or an error if no handler called {@link apply}. */
  end(): void {
    if (this.fault !== undefined) throw this.fault;
  }
}
