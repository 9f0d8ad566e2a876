/* Lists search one generated column, which contains a row's searchable texts in folded form. Its byte order (collation C) makes
   a search nine times as fast as `ilike` on the columns. For three or more characters, PostgreSQL uses a trigram index. */

import { raw } from '@mikro-orm/core';

/** Character between the texts of a row, so that a search cannot match across two texts. */
const SEPARATOR = 'chr(31)';

/** SQL that folds a text: letters in any case and Unicode form become equal. Does not depend on the database's locale. */
export const foldSql = (text: string): string =>
  `(normalize(upper(lower(normalize(${text}, nfc) collate "und-x-icu")), nfc) collate "C")`;

export const searchText = (...columns: string[]): string => {
  const whole = columns.map((column) => `coalesce("${column}", '')`).join(` || ${SEPARATOR} || `);
  return `(${foldSql(whole)}) stored`;
};

export const searchIndex = (table: string): string =>
  `create index "${table}_search_index" on "${table}" using gin ("search_text" gin_trgm_ops)`;

/** Migration statements that make a table searchable. The extension pg_trgm ships with PostgreSQL and needs no superuser. */
export const addSearchText = (table: string, ...columns: string[]): string[] => [
  'create extension if not exists pg_trgm',
  `alter table "${table}" add column "search_text" text collate "C" generated always as ${searchText(...columns)}`,
  searchIndex(table),
];

/** Migration statements that rebuild the search text after `foldSql` has changed. */
export const renewSearchText = (table: string, ...columns: string[]): string[] => [
  `alter table "${table}" drop column "search_text"`,
  ...addSearchText(table, ...columns),
];

/** A LIKE pattern that finds the text anywhere, with `%`, `_` and `\` as literal characters. */
const literal = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/**
 * Condition that a folded column contains a text in any case and Unicode form. PostgreSQL folds the text, because Node's Unicode
 * version may differ from PostgreSQL's.
 */
export const matching = (text: string): { $like: string } => ({
  $like: raw<string>(foldSql('?::text'), [literal(text)]),
});
/** Condition that an unfolded column contains a text in any case. Used for ids. */
export const containing = (text: string): { $ilike: string } => ({ $ilike: literal(text) });
