import { ClickHouseError } from '@clickhouse/client';
import { ContentError, Unavailable } from '@portico/service';

const codes = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Temporary errors: timeouts, lack of resources or connections, too many queries, killed, temporarily read-only, too few replicas. */
const NOT_NOW = codes('3 159 160 164 202 203 209 210 236 241 242 243 252 285 286 289 319 394 425 999');

/** Codes for damaged, missing or incomplete files of a part: the server's disk is at fault, not the query. */
const DAMAGED = codes('6 27 32 33 40 74 75 76 79 86 88 107 117 128 131 226 228 231 246 271 354 499');

/** Codes for a value that its column does not accept. ClickHouse also uses some of these codes for damaged parts. */
const CONTENT = codes('6 25 26 27 38 41 53 69 70 72 117 128 131 321 349 407 467 469 691');

/** Matches messages that name a row. ClickHouse names one only when it parses the rows of an INSERT, or checks a constraint. */
const NAMES_A_ROW = /\bat row \d+/;

/** Messages of errors that the HTTP client raises itself, without a code. */
const CLIENT_WORDS = new Set(['Timeout error.', 'The user aborted a request.']);

/** Whether an error is a failed or broken connection. A `TypeError` of Node also has a code, but is a defect. */
function isConnectionFault(error: unknown): error is Error {
  if (!(error instanceof Error) || error instanceof TypeError || error instanceof RangeError) return false;
  if (!('code' in error)) return CLIENT_WORDS.has(error.message);
  return /^(?!ERR_)|^ERR_(STREAM|SSL|TLS|SOCKET|HTTP2)_/.test(String(error.code));
}

const unavailable = (error: Error): Unavailable => new Unavailable(error.message, { cause: error });

/**
 * Classifies an error of a background SELECT. The SELECT reads only stored rows, so all errors of ClickHouse are a state of the server.
 * Any other error is a defect, and returned unchanged.
 */
export const ofRead = (error: unknown): unknown =>
  error instanceof ClickHouseError || isConnectionFault(error) ? unavailable(error) : error;

/** Classifies an error of a SELECT for which a caller waits. An error about the statement is a defect, and returned unchanged. */
export function ofQuestion(error: unknown): unknown {
  if (!(error instanceof ClickHouseError)) return ofRead(error);
  return NOT_NOW.has(error.code) || DAMAGED.has(error.code) ? unavailable(error) : error;
}

/** Classifies an error of an INSERT or another command. */
export function ofWrite(error: unknown): unknown {
  if (!(error instanceof ClickHouseError)) return ofRead(error);
  if (CONTENT.has(error.code) && NAMES_A_ROW.test(error.message))
    return new ContentError(error.message, { cause: error });
  return ofQuestion(error);
}

/** Codes for more rows or bytes than the statement's settings allow. */
const TOO_MUCH = codes('158 307 396');

/** Null if the statement exceeded its setting `max_rows_to_read`, `max_bytes_to_read` or `max_result_bytes`. */
export const unlessTooMuch = <Found>(found: Promise<Found>): Promise<Found | null> =>
  found.catch((error: unknown) => {
    if (error instanceof ClickHouseError && TOO_MUCH.has(error.code)) return null;
    throw error;
  });
