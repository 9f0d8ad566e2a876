import { parseAst } from 'rolldown/parseAst';

/** One tagged test. `name` includes the names of the enclosing `describe` blocks. */
type TaggedTest = { name: string; ids: string[]; isSkipped: boolean };
/** The tagged tests of one file. `loose`: line numbers of tags that no test follows. */
export type TaggedFile = { tests: TaggedTest[]; loose: number[] };

type Node = { type: string; start: number; end: number } & Record<string, unknown>;

const TAG = /^[ \t]*\/\/ spec: (.*)$/gm;
const RUNNERS = ['describe', 'it', 'test'];
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/** Returns the parts of a call, such as `it`, `each` for `it.each(rows)('name', run)`, or null if the call declares no test. */
const runnerOf = ({ type, callee }: Node): string[] | null => {
  const words: string[] = [];
  let at = type === 'CallExpression' ? callee : null;
  while (isNode(at)) {
    if (at.type === 'Identifier') return RUNNERS.includes(String(at['name'])) ? [String(at['name']), ...words] : null;
    if (at.type === 'MemberExpression' && isNode(at['property'])) words.unshift(String(at['property']['name']));
    at = at.type === 'MemberExpression' ? at['object'] : (at['callee'] ?? at['tag']);
  }
  return null;
};

const textOf = (argument: unknown): string | null => {
  if (!isNode(argument)) return null;
  if (argument.type === 'Literal') return typeof argument['value'] === 'string' ? argument['value'] : null;
  if (argument.type !== 'TemplateLiteral') return null;
  const quasis = argument['quasis'] as { value: { cooked: string } }[];
  return quasis.map(({ value }) => value.cooked).join('…');
};

/** Finds the tests of a file that follow a line such as `// spec: 2.14, 5.3`. */
export const readTags = (source: string, isTsx: boolean): TaggedFile => {
  const tags = [...source.matchAll(TAG)].map(({ index, 0: line, 1: list = '' }) => ({
    end: index + line.length,
    line: source.slice(0, index).split('\n').length,
    ids: list.split(',').map((id) => id.trim()),
  }));
  const file: TaggedFile = { tests: [], loose: [] };
  if (tags.length === 0) return file;
  const waiting = new Set(tags);
  const visit = (value: unknown, names: readonly string[], isInSkipped: boolean): void => {
    if (Array.isArray(value)) return value.forEach((each) => visit(each, names, isInSkipped));
    if (!isNode(value)) return;
    const runner = runnerOf(value);
    const name = runner === null ? null : textOf((value['arguments'] as unknown[])[0]);
    let inner = names;
    let isSkipped = isInSkipped;
    if (runner !== null && name !== null) {
      inner = [...names, name];
      isSkipped ||= ['skip', 'todo', 'failing'].some((word) => runner.includes(word));
      const above = tags.find(
        ({ end }) => end < value.start && /^\s*(?:\/\/.*\s*)*$/.test(source.slice(end, value.start)),
      );
      if (above && waiting.delete(above)) file.tests.push({ name: inner.join(' › '), ids: above.ids, isSkipped });
    }
    for (const [key, child] of Object.entries(value)) if (key !== 'parent') visit(child, inner, isSkipped);
  };
  visit(parseAst(source, { lang: isTsx ? 'tsx' : 'ts' }), [], false);
  file.loose = [...waiting].map(({ line }) => line);
  return file;
};
