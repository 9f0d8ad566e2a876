import { databaseOperation } from '@portico/service';
import { Client, type ClientConfig } from 'pg';

const OPERATIONS = new Set(['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'WITH', 'BEGIN', 'COMMIT', 'ROLLBACK']);

/** The first word of a statement, from a small set. */
function operationOf(statement: unknown): string {
  const text = typeof statement === 'object' && statement !== null ? Reflect.get(statement, 'text') : statement;
  const word = typeof text === 'string' ? (/^\s*(\w+)/.exec(text)?.[1] ?? '').toUpperCase() : '';
  return OPERATIONS.has(word) ? word : 'OTHER';
}

/** Measures statements that return a promise; cursors are not measured. */
const measured = <Query extends Client['query']>(query: Query): Query =>
  new Proxy(query, {
    apply: (statement, self, parameters: unknown[]) => {
      const [text] = parameters;
      const isAwaited = typeof text === 'string' || (typeof text === 'object' && text !== null && !('submit' in text));
      if (!isAwaited || parameters.some((one) => typeof one === 'function'))
        return Reflect.apply(statement, self, parameters);
      return databaseOperation({ system: 'postgresql', operation: operationOf(text) }, async () =>
        Reflect.apply(statement, self, parameters),
      );
    },
  });

/** A connection of `pg` with metrics. */
export class MeasuredClient extends Client {
  constructor(options?: string | ClientConfig) {
    super(options);
    this.query = measured(this.query.bind(this));
  }
}
