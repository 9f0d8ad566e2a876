import { durations, errorType, secondsSince } from './durations.ts';
import { inChildSpan } from './tracing.ts';

const operations = durations('db_client_operation_duration_seconds', 'Statements of a database, by their first word', [
  'db_system_name',
  'db_operation_name',
  'error_type',
]);

type DatabaseOperation = {
  system: 'postgresql' | 'clickhouse';
  /** The first word of the statement, from a small set. */
  operation: string;
};

/** Measures a statement, and traces it within an active span. */
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
