import type { ClientConfig } from 'pg';
import { MeasuredClient } from './measured.ts';

/** After these a transaction holds its connection no more, or does not yet. */
const EDGE = /^(begin|start transaction|rollback$)/;

/**
 * A connection for MikroORM's pool. Kysely returns one after a transaction that has ended, and keeps one for good on which
 * none could begin or be rolled back, as when it is lost in between: that one is removed here, so that a new one takes its place.
 */
export class PooledClient extends MeasuredClient {
  constructor(options?: string | ClientConfig) {
    super(options);
    this.query = this.removedWhenLost(this.query);
  }

  private removedWhenLost<Query extends MeasuredClient['query']>(query: Query): Query {
    return new Proxy(query, {
      apply: (statement, self, parameters: unknown[]) => {
        const answer: unknown = Reflect.apply(statement, self, parameters);
        const [text] = parameters;
        if (!(answer instanceof Promise) || typeof text !== 'string' || !EDGE.test(text)) return answer;
        return answer.catch((error: unknown) => {
          this.remove();
          throw error;
        });
      },
    });
  }

  private remove(): void {
    const release: unknown = Reflect.get(this, 'release');
    if (typeof release === 'function') release(true);
  }
}
