import { findNodeAtLocation, parseTree, type Node, type ParseError } from 'jsonc-parser';

/** A range in a text, from `start` to before `end`, in UTF-16 units. */
export type Range = { start: number; end: number };

const segments = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));

const childOf = (node: Node, segment: string): Node | undefined =>
  findNodeAtLocation(node, [node.type === 'array' ? Number(segment) : segment]);

/**
 * The range to which an RFC 6901 pointer leads. For a missing member, the first character of the parent. For invalid JSON, the position of
 * the syntax error. Null for the whole value.
 */
export function faultRange(value: string, pointer: string): Range | null {
  const errors: ParseError[] = [];
  const root = parseTree(value, errors, { disallowComments: true });
  const [error] = errors;
  if (error) return { start: error.offset, end: Math.max(error.offset + error.length, error.offset + 1) };
  if (root === undefined || pointer === '') return null;
  let node = root;
  for (const segment of segments(pointer)) {
    const child = childOf(node, segment);
    if (!child) return { start: node.offset, end: node.offset + 1 };
    node = child;
  }
  return { start: node.offset, end: node.offset + node.length };
}
