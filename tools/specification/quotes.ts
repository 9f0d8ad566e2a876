import type { Section } from './statements.ts';

/** Text of the specification by section: '1' to '9' from product.md, 'D' from decisions.md. */
type Sources = ReadonlyMap<string, string>;

const GAP = ' … ';
/** Words that no statement needs to quote, because they only join sentences. */
const JOINTS = ['and', 'or', 'with', 'the'];

/** Returns the text of a page without the Markdown of headings, lists, tables and bold text. */
const plain = (markdown: string): string =>
  markdown
    .replaceAll(/^[ ]*(?:#+|-|\|(?:-+\|)*)[ ]*/gm, '')
    .replaceAll('**', '')
    .replaceAll(/\s+/g, ' ')
    .trim();

export const sourcesOf = (product: string, decisions: string): Sources =>
  new Map([
    ...product
      .split(/^## (?=\d\. )/m)
      .slice(1)
      .map((section): [string, string] => [section.slice(0, 1), plain(section.slice(section.indexOf('\n')))]),
    ['D', plain(decisions.slice(decisions.indexOf('\n')))],
  ]);

type Range = [from: number, to: number];

const find = (source: string, words: string, start: number): Range | null => {
  const isInWord = (at: number): boolean => /^\w\w$/.test(source.slice(at - 1, at + 1));
  for (let from = source.indexOf(words, start); from >= 0; from = source.indexOf(words, from + 1)) {
    const to = from + words.length;
    if (!isInWord(from) && !isInWord(to)) return [from, to];
  }
  return null;
};

/** Returns the positions of a quote's parts in `source`, in order, or the first missing part as a string. */
const rangesOf = (quote: string, source: string): Range[] | string => {
  const ranges: Range[] = [];
  for (const part of plain(quote).split(GAP)) {
    const range = find(source, part, ranges.at(-1)?.[1] ?? 0);
    if (!range) return part;
    ranges.push(range);
  }
  return ranges;
};

/** Returns the texts of `source` outside of all ranges, except texts of only punctuation and joining words. */
const leftOut = (source: string, ranges: readonly Range[]): string[] => {
  const gaps: string[] = [];
  let end = 0;
  for (const [from, to] of ranges.toSorted(([a], [b]) => a - b)) {
    gaps.push(source.slice(end, Math.max(end, from)));
    end = Math.max(end, to);
  }
  return [...gaps, source.slice(end)]
    .map((text) => text.trim())
    .filter((text) => (text.match(/\w+/g) ?? []).some((word) => !JOINTS.includes(word)));
};

/** Returns the quotes that are not in the specification, and the words of the specification that no line quotes. */
export const quoteFaults = (sections: readonly Section[], sources: Sources): string[] => {
  const faults: string[] = [];
  const quoted = new Map([...sources.keys()].map((key): [string, Range[]] => [key, []]));
  for (const { id, text } of sections.flatMap(({ statements, rest }) => [...statements, ...rest])) {
    const key = id.slice(0, 1);
    const ranges = rangesOf(text, sources.get(key) ?? '');
    if (typeof ranges === 'string') faults.push(`${id} does not quote the specification: ${ranges}`);
    else quoted.get(key)?.push(...ranges);
  }
  for (const [key, source] of sources)
    for (const text of leftOut(source, quoted.get(key) ?? []))
      faults.push(`section ${key} of the specification has words that no line quotes: ${text}`);
  return faults;
};
