import type { ClientConfig } from 'pg';
import { MeasuredClient } from './measured.ts';

/** Statements after whose failure Kysely would leak the connection. */
const EDGE = /^(begin|start transaction|rollback$)/;

/**
 * A connection for MikroORM's pool. Kysely returns a connection after a finished transaction, but leaks one on which a transaction
 * could not begin or roll back, for example when it was lost. This class removes such a connection, so that the pool opens a new one.
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
