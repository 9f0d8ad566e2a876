export type Statement = {
  sql: string;
  /** Format of the result when the statement names none. */
  format: string;
  database: string | undefined;
  settings: ReadonlyMap<string, string>;
  /** Values of `{name:Type}`, escaped as ClickHouse's HTTP interface expects them. */
  parameters: ReadonlyMap<string, string>;
  /** Rows of an INSERT, in the format that it names. */
  payload: Buffer | undefined;
};

/** Strings, quoted identifiers and comments: what may hold a semicolon that ends nothing. */
const OPAQUE = /'(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`|--[^\n]*|\/\*[\s\S]*?\*\//g;
const LEADING_COMMENTS = /^(?:\s|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*/;

/** Whether the statement's rows may follow it. */
export const isInsert = (sql: string): boolean => /^insert\b/i.test(sql.replace(LEADING_COMMENTS, ''));

/**
 * Whether more than one statement is sent. The engine would run them all, but a ClickHouse server refuses them: what
 * works on one machine has to work there too. Rows inside an INSERT are not looked at.
 */
export const isSeveral = (sql: string): boolean =>
  !isInsert(sql) && /;\s*\S/.test(sql.replaceAll(OPAQUE, (text) => (/^(?:--|\/\*)/.test(text) ? ' ' : 'x')));

/** An INSERT whose rows follow it, up to its settings and its format. */
const INSERT_OF_ROWS = /^(?<into>[\s\S]*?)(?<rest>(?:\sSETTINGS\s[^'"`]*(?:'[^']*'[^'"`]*)*)?\sFORMAT\s+\w+\s*;?\s*)$/i;
const quoted = (text: string): string => `'${text.replaceAll(/[\\']/g, (character) => `\\${character}`)}'`;

/** Whether the statement names the format of rows that follow it. */
export const takesRows = (sql: string): boolean => isInsert(sql) && INSERT_OF_ROWS.test(sql);

/** The INSERT with its rows in a file. */
export function insertFrom(sql: string, file: string): string {
  const { into = '', rest = '' } = INSERT_OF_ROWS.exec(sql)?.groups ?? {};
  return `${into} FROM INFILE ${quoted(file)}${rest}`;
}

/** Name of the format in which the result comes, for its Content-Type. */
export const resultFormat = (sql: string, fallback: string): string =>
  /\bFORMAT\s+(\w+)\s*(?:SETTINGS\s[\s\S]*)?;?\s*$/i.exec(sql)?.[1] ?? fallback;

export const isKill = (sql: string): boolean => /^\s*KILL\s+QUERY\b/i.test(sql);
