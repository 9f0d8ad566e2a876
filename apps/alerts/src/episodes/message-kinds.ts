import { cutText } from '@portico/contracts/common/cut-text';

/** Patterns of the parts that vary between messages of one kind, the longest patterns first, each with its replacement. */
const MASKS: readonly (readonly [RegExp, string])[] = [
  [/https?:\/\/\S+/g, '<url>'],
  [/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, '<email>'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '<id>'],
  [/\b\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?\b/g, '<time>'],
  [/\b\d{1,3}(\.\d{1,3}){3}(:\d+)?\b/g, '<address>'],
  [/"[^"]{0,200}"|'[^']{0,200}'/g, '"…"'],
  [/\b(?=[0-9a-z_-]*\d)(?=[0-9a-z_-]*[a-z])[0-9a-z_-]{8,}\b/gi, '<id>'],
  [/[-+]?\d+([.,]\d+)*/g, '#'],
];

/** Maximum characters of a template; the rest of a message is ignored. */
const MAX_TEMPLATE_LENGTH = 300;
const MASKED = '*';

/** Returns the message with masked numbers, ids, timestamps, addresses and quoted texts. */
export const templateOf = (message: string): string =>
  MASKS.reduce((text, [pattern, mask]) => text.replaceAll(pattern, mask), cutText(message, MAX_TEMPLATE_LENGTH))
    .replaceAll(/\s+/g, ' ')
    .trim();

type Kind<Example> = { template: string; count: number; example: Example };
type Group<Example> = Kind<Example> & { words: string[] };

/** Merges two texts of equal length and masks the differing words. Returns null if more than one word in four differs. */
function merged(a: readonly string[], b: readonly string[]): string[] | null {
  if (a.length !== b.length || a.length < 4) return null;
  const words = a.map((word, index) => (word === b[index] ? word : MASKED));
  const differing = words.filter((word, index) => word === MASKED && a[index] !== b[index]).length;
  return differing * 4 <= words.length && words.some((word) => word !== MASKED) ? words : null;
}

/**
 * Groups messages of the same kind, the most frequent first. Use the groups for a breakdown, not as an identity: in public log collections,
 * four of five lines are in the right group.
 * @param examples - newest first; the newest message of a kind becomes its example.
 */
export function kindsOf<Example extends { message: string }>(
  examples: readonly Example[],
  limit: number,
): { kinds: Kind<Example>[]; other: number } {
  const byTemplate = new Map<string, Group<Example>>();
  for (const example of examples) {
    const template = templateOf(example.message);
    const known = byTemplate.get(template);
    if (known) known.count += 1;
    else byTemplate.set(template, { template, count: 1, example, words: template.split(' ') });
  }
  const groups: Group<Example>[] = [];
  for (const group of [...byTemplate.values()].toSorted((a, b) => b.count - a.count)) {
    const like = groups.slice(0, limit * 2).find(({ words }) => merged(words, group.words) !== null);
    if (!like) groups.push(group);
    else {
      like.words = merged(like.words, group.words) ?? like.words;
      like.count += group.count;
    }
  }
  const sorted = groups
    .map(({ words, count, example }) => ({ template: words.join(' '), count, example }))
    .toSorted((a, b) => b.count - a.count);
  return { kinds: sorted.slice(0, limit), other: sorted.slice(limit).reduce((sum, { count }) => sum + count, 0) };
}
