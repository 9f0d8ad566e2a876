import { FIELD_NAMES, type FieldName } from './fields.ts';

/**
 * A completion at the cursor: for the name of a field, or for a value. `from` and `to`: the range of characters to replace; `typed`: the
 * text in this range. `path`: the member names of the details that the user has typed so far.
 */
export type Completion =
  | { kind: 'field'; from: number; to: number; typed: string }
  | { kind: 'value'; field: FieldName; path: readonly string[]; from: number; to: number; typed: string };

const WORD = /(?:"(?:[^"\\]|\\.)*"?|[^\s"()])*$/;
const FIELD = /^-?([A-Za-z]+)((?:\.(?:"(?:[^"\\]|\\.)*"|[\w@#$-]+))*):/;
const GROUP = /([A-Za-z]+)((?:\.(?:"(?:[^"\\]|\\.)*"|[\w@#$-]+))*):\((?:[^()"]|"(?:[^"\\]|\\.)*")*$/;
const unquote = (text: string): string => text.replaceAll(/^"|"$/g, '').replaceAll(/\\(["\\])/g, '$1');
const pathOf = (text: string): string[] =>
  [...text.matchAll(/\.("(?:[^"\\]|\\.)*"|[\w@#$-]+)/g)].map(([, name = '']) => unquote(name));

/** The completion for an unfinished query; null if there is no completion at the cursor. */
export function completionAt(text: string, cursor: number): Completion | null {
  const before = text.slice(0, cursor);
  const [word = ''] = WORD.exec(before) ?? [];
  const start = cursor - word.length;
  const [rest = ''] = /^[^\s"()]*/.exec(text.slice(cursor)) ?? [];
  const to = cursor + rest.length;
  const inField = FIELD.exec(word);
  const field = inField ?? GROUP.exec(before.slice(0, start) + (word === '' ? '' : 'x'));
  const name = FIELD_NAMES.find((one) => one === field?.[1]?.toLowerCase());
  if (field && name) {
    const valueAt = start + (inField ? inField[0].length : 0);
    const [operator = ''] = /^[<>]=?/.exec(before.slice(valueAt)) ?? [];
    const from = valueAt + operator.length;
    return { kind: 'value', field: name, path: pathOf(field[2] ?? ''), from, to, typed: unquote(before.slice(from)) };
  }
  if (word.includes(':') || word.startsWith('"')) return null;
  const from = word.startsWith('-') ? start + 1 : start;
  return { kind: 'field', from, to, typed: before.slice(from) };
}
