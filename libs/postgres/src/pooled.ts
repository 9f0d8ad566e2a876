import { type ClientConfig, Client } from 'pg';
import { databaseOperation } from '@portico/service';

const OPERATIONS = new Set(['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'WITH', 'BEGIN', 'COMMIT', 'ROLLBACK']);

function operationOf(statement: unknown): string {
  const text = typeof statement === 'object' && statement !== null ? Reflect.get(statement, 'text') : statement;
  const word = typeof text === 'string' ? (/^\s*(\w+)/.exec(text)?.[1] ?? '').toUpperCase() : '';
  return OPERATIONS.has(word) ? word : 'OTHER';
}

/** Measures statements that return a promise. Does not measure cursors and statements with a callback. */
const measured = <Query extends Client['query']>(query: Query): Query =>
  new Proxy(query, {
    apply: (statement, self, parameters: unknown[]) => {
      const [text] = parameters;
      const isAwaited = typeof text === 'string' || (typeof text === 'object' && text !== null && !('submit' in text));
      if (!isAwaited || parameters.some((parameter) => typeof parameter === 'function'))
        return Reflect.apply(statement, self, parameters);
      return databaseOperation({ system: 'postgresql', operation: operationOf(text) }, async () =>
        Reflect.apply(statement, self, parameters),
      );
    },
  });

class MeasuredClient extends Client {
  constructor(options?: string | ClientConfig) {
    super(options);
    this.query = measured(this.query.bind(this));
  }
}

/** Matches statements whose failure makes Kysely leak the connection. */
const EDGE = /^(begin|start transaction|rollback$)/;

/**
 * A connection for MikroORM's pool. If a transaction fails to begin or roll back, for example on a lost connection, Kysely does not
 * return the connection to the pool. This class then removes the connection, so that the pool opens a new one.
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
