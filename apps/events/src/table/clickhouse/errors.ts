import { ClickHouseError } from '@clickhouse/client';
import { ContentError, Unavailable } from '@portico/service';

const codes = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** "Not now": no time, no room, no connection, too many at once, killed, read-only for a while, too few replicas. */
const NOT_NOW = codes('3 159 160 164 202 203 209 210 236 241 242 243 252 285 286 289 319 394 425 999');

/** Files of a part that are damaged, missing or half written: a fault of the server's disk, not of what was asked. */
const DAMAGED = codes('6 27 32 33 40 74 75 76 79 86 88 107 117 128 131 226 228 231 246 271 354 499');

/** Values that no column takes. ClickHouse uses some of these codes for damaged parts as well. */
const CONTENT = codes('6 25 26 27 38 41 53 69 70 72 117 128 131 321 349 407 467 469 691');

/** Only the reading of an INSERT's rows, and the check of a constraint, name a row. */
const NAMES_A_ROW = /\bat row \d+/;

/** Words of errors that the HTTP client makes itself, without a code. */
const CLIENT_WORDS = new Set(['Timeout error.', 'The user aborted a request.']);

/** No connection, or one that broke off. A `TypeError` of Node has a code too, and is a defect all the same. */
function isConnectionFault(error: unknown): error is Error {
  if (!(error instanceof Error) || error instanceof TypeError || error instanceof RangeError) return false;
  if (!('code' in error)) return CLIENT_WORDS.has(error.message);
  return /^(?!ERR_)|^ERR_(STREAM|SSL|TLS|SOCKET|HTTP2)_/.test(String(error.code));
}

const unavailable = (error: Error): Unavailable => new Unavailable(error.message, { cause: error });

/**
 * What a SELECT in the background was answered, by class. Its rows are the server's own, so whatever ClickHouse says
 * against them is a state of the server. The rest is a defect, and stays what it is.
 */
export const ofRead = (error: unknown): unknown =>
  error instanceof ClickHouseError || isConnectionFault(error) ? unavailable(error) : error;

/** The same of a SELECT that a caller waits for: an answer that says that the statement is wrong is a defect. */
export function ofQuestion(error: unknown): unknown {
  if (!(error instanceof ClickHouseError)) return ofRead(error);
  return NOT_NOW.has(error.code) || DAMAGED.has(error.code) ? unavailable(error) : error;
}

/** What an INSERT or another command was answered, by class. */
export function ofWrite(error: unknown): unknown {
  if (!(error instanceof ClickHouseError)) return ofRead(error);
  if (CONTENT.has(error.code) && NAMES_A_ROW.test(error.message))
    return new ContentError(error.message, { cause: error });
  return ofQuestion(error);
}

/** More rows, and more bytes, than the statement's settings allow to be read. */
const TOO_MUCH = codes('158 307');

/** Whether a statement was given up because of its setting `max_rows_to_read` or `max_bytes_to_read`. */
export const isTooMuchToRead = (error: unknown): boolean =>
  error instanceof ClickHouseError && TOO_MUCH.has(error.code);
