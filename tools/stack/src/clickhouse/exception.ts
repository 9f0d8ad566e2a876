import { messageOf } from '../process/system-error.ts';

class ClickHouseException extends Error {
  readonly code: number;

  constructor(code: number, name: string, text: string) {
    super(`Code: ${code}. DB::Exception: ${text} (${name})`);
    this.code = code;
  }
}

export const syntaxError = (text: string) => new ClickHouseException(62, 'SYNTAX_ERROR', text);
export const unsupported = (text: string) => new ClickHouseException(48, 'NOT_IMPLEMENTED', text);
export const tooLarge = (text: string) => new ClickHouseException(307, 'TOO_MANY_BYTES', text);
export const unknownSetting = (name: string) =>
  new ClickHouseException(115, 'UNKNOWN_SETTING', `Setting ${name} is neither a builtin setting nor a parameter.`);
export const abandoned = () => new ClickHouseException(394, 'QUERY_WAS_CANCELLED', 'The client closed the connection');
export const unauthenticated = (user: string) =>
  new ClickHouseException(
    516,
    'AUTHENTICATION_FAILED',
    `${user}: Authentication failed: password is incorrect, or there is no user with such name.`,
  );

const STATUS_OF_CODE: ReadonlyMap<number, number> = new Map(
  (
    [
      // Errors of the caller: arguments, syntax, types, values that cannot be parsed.
      [400, [6, 26, 27, 36, 38, 41, 43, 46, 53, 62, 69, 72, 117, 130, 456, 457]],
      [403, [192, 193, 291, 497, 516]],
      [404, [47, 60, 63, 73, 81, 115]],
      [408, [159, 160]],
      [413, [307]],
      [501, [48]],
      [503, [202, 209]],
    ] as const
  ).flatMap(([status, codes]) => codes.map((code) => [code, status] as const)),
);

/** Converts an exception to an HTTP response: status, ClickHouse's error code, and its text with the version. */
export const toAnswer = (error: unknown, version: string): { status: number; code: number; body: string } => {
  const text = messageOf(error);
  const found = /^Code: (\d+)\./.exec(text)?.[1];
  const code = found === undefined ? 1002 : Number(found); // UNKNOWN_EXCEPTION
  const worded = found === undefined ? `Code: 1002. DB::Exception: ${text} (UNKNOWN_EXCEPTION)` : text.trimEnd();
  return { status: STATUS_OF_CODE.get(code) ?? 500, code, body: `${worded} (version ${version})\n` };
};
