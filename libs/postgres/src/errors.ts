import { isNativeError } from 'node:util/types';
import { ContentError, Unavailable } from '@portico/service';

/**
 * Matches SQLSTATEs of temporary failures: no connection, no resources, a read-only or stopped server, a changed password, a missing
 * database, a deadlock, a lock timeout. A SQLSTATE has five characters; ClickHouse's error codes are shorter.
 */
const NOT_NOW = /^(?=.{5}$)(08|25006|25P03|28|3D|40|53|55|57|58)/;
/** Matches SQLSTATEs of invalid data and violated constraints. */
const CONTENT = /^2[23]...$/;
/** Matches Node's codes of connection and TLS errors. Other codes that begin with `ERR_` are defects. */
const CONNECTION = /^(?!ERR_)[A-Z]+(_[A-Z]+)*$|^ERR_(SSL|TLS|SOCKET)_/;
/** Matches the messages of connection errors that the driver throws without a code. */
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
