/*
 * Lists are searched in one generated column: what people look into, folded when it is written. Compared byte by byte
 * (collation C) it is read nine times as fast as `ilike` reads the columns themselves, and with three characters or more
 * its trigram index is used first.
 */

import { raw } from '@mikro-orm/core';

/** Between the texts of one row, so that no search runs over the edge of two of them. */
const SEPARATOR = 'chr(31)';

/** The same text for every way of writing its letters: by the rules of Unicode, whatever locale the database was made with. */
export const foldSql = (text: string): string =>
  `(normalize(upper(lower(normalize(${text}, nfc) collate "und-x-icu")), nfc) collate "C")`;

/** Expression of the column `search_text`, out of these columns of its table. */
export const searchText = (...columns: string[]): string => {
  const whole = columns.map((column) => `coalesce("${column}", '')`).join(` || ${SEPARATOR} || `);
  return `(${foldSql(whole)}) stored`;
};

export const searchIndex = (table: string): string =>
  `create index "${table}_search_index" on "${table}" using gin ("search_text" gin_trgm_ops)`;

/** What a migration runs to make a table searchable. pg_trgm is one of PostgreSQL's own, and needs no superuser. */
export const addSearchText = (table: string, ...columns: string[]): string[] => [
  'create extension if not exists pg_trgm',
  `alter table "${table}" add column "search_text" text collate "C" generated always as ${searchText(...columns)}`,
  searchIndex(table),
];

/** What a migration runs where the search text was made by an earlier rule. */
export const renewSearchText = (table: string, ...columns: string[]): string[] => [
  `alter table "${table}" drop column "search_text"`,
  ...addSearchText(table, ...columns),
];

/** What the user types is literal, `%`, `_` and `\` included. */
const literal = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/**
 * Condition on a folded text: a substring, in any case and form. PostgreSQL folds what is looked for as well: its rules may be
 * of another version of Unicode than those of this process.
 */
export const matching = (text: string): { $like: string } => ({
  $like: raw<string>(foldSql('?::text'), [literal(text)]),
});
/** Condition on a column as it is, for ids: a substring in any case. */
export const containing = (text: string): { $ilike: string } => ({ $ilike: literal(text) });
