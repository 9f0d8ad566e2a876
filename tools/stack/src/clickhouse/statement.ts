export type Statement = {
  sql: string;
  format: string;
  database: string | undefined;
  settings: ReadonlyMap<string, string>;
  /** Values of the placeholders `{name:Type}`, escaped as ClickHouse's HTTP interface expects them. */
  parameters: ReadonlyMap<string, string>;
  /** Rows of an INSERT, in the format that it names. */
  payload: Buffer | undefined;
};

/** Strings, quoted identifiers and comments. A semicolon inside one does not end the statement. */
const OPAQUE = /'(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`|--[^\n]*|\/\*[\s\S]*?\*\//g;
const LEADING_COMMENTS = /^(?:\s|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*/;

export const isInsert = (sql: string): boolean => /^insert\b/i.test(sql.replace(LEADING_COMMENTS, ''));

/**
 * Whether the text contains several statements. The engine would run them all, but a ClickHouse server rejects them, and the
 * one-machine stack must not accept more than a server. Ignores rows inside an INSERT.
 */
export const isSeveral = (sql: string): boolean =>
  !isInsert(sql) && /;\s*\S/.test(sql.replaceAll(OPAQUE, (text) => (/^(?:--|\/\*)/.test(text) ? ' ' : 'x')));

/** Matches an INSERT whose rows follow the statement. `rest`: its settings and its format. */
const INSERT_OF_ROWS = /^(?<into>[\s\S]*?)(?<rest>(?:\sSETTINGS\s[^'"`]*(?:'[^']*'[^'"`]*)*)?\sFORMAT\s+\w+\s*;?\s*)$/i;
const quoted = (text: string): string => `'${text.replaceAll(/[\\']/g, (character) => `\\${character}`)}'`;

/** Whether the statement is an INSERT that names the format of its rows. */
export const takesRows = (sql: string): boolean => isInsert(sql) && INSERT_OF_ROWS.test(sql);

export function insertFrom(sql: string, file: string): string {
  const { into = '', rest = '' } = INSERT_OF_ROWS.exec(sql)?.groups ?? {};
  return `${into} FROM INFILE ${quoted(file)}${rest}`;
}

export const resultFormat = (sql: string, fallback: string): string =>
  /\bFORMAT\s+(\w+)\s*(?:SETTINGS\s[\s\S]*)?;?\s*$/i.exec(sql)?.[1] ?? fallback;

export const isKill = (sql: string): boolean => /^\s*KILL\s+QUERY\b/i.test(sql);
