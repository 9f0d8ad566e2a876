import { durations, errorType, secondsSince } from './durations.ts';
import { inChildSpan } from './tracing.ts';

const operations = durations('db_client_operation_duration_seconds', 'Statements of a database, by their first word', [
  'db_system_name',
  'db_operation_name',
  'error_type',
]);

type DatabaseOperation = {
  system: 'postgresql' | 'clickhouse';
  /** The first word of the statement, such as SELECT, from a small set of words. */
  operation: string;
};

/** Measures the duration of a statement, and traces the statement if a span is active. */
export async function databaseOperation<T>(
  { system, operation }: DatabaseOperation,
  work: () => Promise<T>,
): Promise<T> {
  const labels = { db_system_name: system, db_operation_name: operation };
  const began = performance.now();
  let failure = '';
  try {
    const attributes = { 'db.system.name': system, 'db.operation.name': operation };
    return await inChildSpan(operation, { kind: 'client', attributes }, work);
  } catch (error) {
    failure = errorType(error);
    throw error;
  } finally {
    operations.observe({ ...labels, error_type: failure }, secondsSince(began));
  }
}
