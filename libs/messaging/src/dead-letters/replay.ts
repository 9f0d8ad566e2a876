import type { EntityManager } from '@mikro-orm/postgresql';

/** Given to a handler in place of Kafka's context: the record is applied in a transaction that is open already. */
export class Replay {
  private fault: unknown = new Error('nothing was applied');

  constructor(private readonly em: EntityManager) {}

  /** Never throws: what fails is kept for {@link end}, since Nest would answer it with an error of its own. */
  async apply(work: (em: EntityManager) => Promise<void>): Promise<void> {
    try {
      await work(this.em);
      this.fault = undefined;
    } catch (error) {
      this.fault = error;
    }
  }

  /** @throws what applying it threw. */
  end(): void {
    if (this.fault !== undefined) throw this.fault;
  }
}
