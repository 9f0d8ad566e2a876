import { isNativeError } from 'node:util/types';
import { ContentError, Unavailable } from '@portico/service';

/**
 * Temporary SQLSTATEs, five characters unlike ClickHouse's codes: no connection or resources, read-only, a replaced password or
 * database, locked, stopped.
 */
const NOT_NOW = /^(?=.{5}$)(08|25006|25P03|28|3D|40|53|55|57|58)/;
/** SQLSTATE of invalid data and violated constraints. */
const CONTENT = /^2[23]...$/;
/** Node's connection error codes; `ERR_` codes that are not about TLS are defects. */
const CONNECTION = /^(?!ERR_)[A-Z]+(_[A-Z]+)*$|^ERR_(SSL|TLS|SOCKET)_/;
/** Messages of errors that the driver raises itself, without a code. */
const DRIVER_WORDS =
  /Connection terminated|timeout exceeded|timeout expired|Query read timeout|not queryable|does not support SSL/;

/** Classifies an error of PostgreSQL. Any other error is a defect and is returned unchanged. */
export function ofPostgres(error: unknown): unknown {
  if (!isNativeError(error)) return error;
  const code = 'code' in error ? String(error.code) : '';
  if (CONTENT.test(code)) return new ContentError(error.message, { cause: error });
  const isUnavailable = NOT_NOW.test(code) || CONNECTION.test(code) || DRIVER_WORDS.test(error.message);
  return isUnavailable ? new Unavailable(error.message, { cause: error }) : error;
}
