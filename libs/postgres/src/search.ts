/* Lists are searched in one generated column with the folded searchable texts. Compared byte by byte (collation C) it is nine
   times as fast as `ilike` on the columns, and for three or more characters PostgreSQL uses its trigram index. */

import { raw } from '@mikro-orm/core';

/** Separates the texts of a row, so that no search matches across two of them. */
const SEPARATOR = 'chr(31)';

/** Folds a text, so that all spellings of its letters are equal: by Unicode's rules, whatever the database's locale. */
export const foldSql = (text: string): string =>
  `(normalize(upper(lower(normalize(${text}, nfc) collate "und-x-icu")), nfc) collate "C")`;

/** SQL expression of the column `search_text` from these columns. */
export const searchText = (...columns: string[]): string => {
  const whole = columns.map((column) => `coalesce("${column}", '')`).join(` || ${SEPARATOR} || `);
  return `(${foldSql(whole)}) stored`;
};

export const searchIndex = (table: string): string =>
  `create index "${table}_search_index" on "${table}" using gin ("search_text" gin_trgm_ops)`;

/** Migration statements that make a table searchable. pg_trgm ships with PostgreSQL and does not need a superuser. */
export const addSearchText = (table: string, ...columns: string[]): string[] => [
  'create extension if not exists pg_trgm',
  `alter table "${table}" add column "search_text" text collate "C" generated always as ${searchText(...columns)}`,
  searchIndex(table),
];

/** Migration statements that update a search text built by an earlier rule. */
export const renewSearchText = (table: string, ...columns: string[]): string[] => [
  `alter table "${table}" drop column "search_text"`,
  ...addSearchText(table, ...columns),
];

/** Escapes the user's input, so that `%`, `_` and `\` are literal. */
const literal = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/**
 * Condition on a folded text: a substring in any case and form. PostgreSQL also folds the search text, because its Unicode version
 * may differ from this process's.
 */
export const matching = (text: string): { $like: string } => ({
  $like: raw<string>(foldSql('?::text'), [literal(text)]),
});
/** Condition on an unfolded column, for ids: a substring in any case. */
export const containing = (text: string): { $ilike: string } => ({ $ilike: literal(text) });
