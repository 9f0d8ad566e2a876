import type { EntityManager } from '@mikro-orm/postgresql';

/** Passed to a handler instead of Kafka's context: the record is applied in an open transaction. */
export class Replay {
  private fault: unknown = new Error('nothing was applied');

  constructor(private readonly em: EntityManager) {}

  /** Never throws: {@link end} throws the failure later, because Nest would replace it by its own error. */
  async apply(work: (em: EntityManager) => Promise<void>): Promise<void> {
    try {
      await work(this.em);
      this.fault = undefined;
    } catch (error) {
      this.fault = error;
    }
  }

  /** @throws the error from applying it. */
  end(): void {
    if (this.fault !== undefined) throw this.fault;
  }
}
