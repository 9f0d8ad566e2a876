/** Matches a text that contains `parts` in this order, with any text between them. `isWhole`: with no text before and after them. */
export type Pattern = { parts: readonly string[]; isWhole: boolean };

/** Whether a text matches a pattern, like LIKE in SQL. Allocates no memory, because tens of thousands of names are tested at once. */
export function fits(text: string, { parts, isWhole }: Pattern): boolean {
  const [first = ''] = parts;
  if (parts.length <= 1) return isWhole ? text === first : text.includes(first);
  const last = parts.at(-1) ?? '';
  if (isWhole && !(text.startsWith(first) && text.endsWith(last))) return false;
  let at = isWhole ? first.length : 0;
  const end = isWhole ? parts.length - 1 : parts.length;
  for (let index = isWhole ? 1 : 0; index < end; index += 1) {
    const part = parts[index] ?? '';
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return !isWhole || at <= text.length - last.length;
}
