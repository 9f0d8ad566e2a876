import { isNativeError } from 'node:util/types';
import { ContentError, Unavailable } from '@portico/service';

/** SQLSTATE, five characters unlike the codes of ClickHouse, of what passes: no connection or room, read-only, a password or database that is replaced, locked, stopped. */
const NOT_NOW = /^(?=.{5}$)(08|25006|25P03|28|3D|40|53|55|57|58)/;
/** SQLSTATE of invalid data and violated constraints. */
const CONTENT = /^2[23]...$/;
/** Codes of Node for a connection; one of `ERR_` that is not about TLS is a defect. */
const CONNECTION = /^(?!ERR_)[A-Z]+(_[A-Z]+)*$|^ERR_(SSL|TLS|SOCKET)_/;
/** Words of errors that the driver makes itself, without a code. */
const DRIVER_WORDS =
  /Connection terminated|timeout exceeded|timeout expired|Query read timeout|not queryable|does not support SSL/;

/** What PostgreSQL answered, by class. The rest is a defect, and stays what it is. */
export function ofPostgres(error: unknown): unknown {
  if (!isNativeError(error)) return error;
  const code = 'code' in error ? String(error.code) : '';
  if (CONTENT.test(code)) return new ContentError(error.message, { cause: error });
  const isUnavailable = NOT_NOW.test(code) || CONNECTION.test(code) || DRIVER_WORDS.test(error.message);
  return isUnavailable ? new Unavailable(error.message, { cause: error }) : error;
}
