import type { Is, Query } from './query.ts';

/** Prints a query. {@link parseQuery} returns the same query for the text. */
export function printQuery(query: Query | null): string {
  return query === null ? '' : print(query);
}

function print(query: Query): string {
  switch (query.kind) {
    case 'text':
      return printText(query.text);
    case 'is':
      return `${nameOf(query)}:${valueOf(query)}`;
    case 'not':
      return `-${isTerm(query.of) ? printSingle(query.of) : `(${print(query.of)})`}`;
    case 'and':
      return printAll(query.of);
    case 'or':
      return printAny(query.of);
  }
}

const isTerm = (query: Query): boolean =>
  query.kind === 'text' || query.kind === 'is' || (query.kind === 'or' && isOfOneField(query.of));
/** Prints the part after a minus sign. Quotes texts with spaces, because a minus sign applies to one word. */
const printSingle = (query: Query): string =>
  query.kind === 'text' && /\s/.test(query.text) ? quote(query.text) : print(query);

/** Prints parts joined by AND. Quotes adjacent texts, which would otherwise merge into one text. */
function printAll(parts: readonly Query[]): string {
  return parts
    .map((part, index) => {
      if (part.kind === 'text' && parts[index - 1]?.kind === 'text') return quote(part.text);
      return part.kind === 'or' && !isTerm(part) ? `(${print(part)})` : print(part);
    })
    .join(' ');
}

function printAny(parts: readonly Query[]): string {
  if (!isOfOneField(parts)) return parts.map(print).join(' OR ');
  const [first] = parts;
  return `${nameOf(first)}:(${parts.map(valueOf).join(' OR ')})`;
}

const isOfOneField = (parts: readonly Query[]): parts is readonly [Is, ...Is[]] => {
  const names = new Set(parts.map((part) => (part.kind === 'is' ? nameOf(part) : null)));
  return names.size === 1 && !names.has(null);
};

/** Prints a field and its path, as they appear before the colon in a query. */
export const nameOf = ({ field, path }: Pick<Is, 'field' | 'path'>): string =>
  [field, ...path.map((name) => (/^[\w@#$-]+$/.test(name) ? name : quote(name)))].join('.');

/** Prints a value with its comparison operator, as they appear after the colon in a query. */
export const valueOf = ({ operator, value, isQuoted }: Is): string => {
  if (operator === 'exists') return '*';
  const text = isQuoted || !BARE_VALUE.test(value) ? quote(value) : value;
  return operator === '=' || operator === 'exactly' ? text : `${operator}${text}`;
};

const BARE_VALUE = /^[^\s"()<>][^\s"()]*$/;
/** Text without special meaning, which needs no quotes. */
const BARE_TEXT =
  /^(?!.*(?:^|\s)(?:OR|AND|NOT)(?=\s|$))(?!.*(?:^|\s)[A-Za-z]\w*(?:\.[\w@#$-]+)*:)[^\s"()-][^\s"()]*(?:\s+[^\s"()-][^\s"()]*)*$/;

const printText = (text: string): string => (BARE_TEXT.test(text) ? text : quote(text));
/** Quotes a text, so that it has no special meaning. */
export const quote = (text: string): string => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
