import type { TablePart } from './parts.query.ts';

/** `partition`: with the number of its last mutation. Its blocks are those from `first` to `last`. */
type Blocks = { partition: string; first: number; last: number };

/** What ClickHouse says of a part by its name: partition, blocks, how often they were merged, and the last mutation. */
function blocksOf(name: string): Blocks | null {
  const [, partition, first, last, mutation = ''] = /^(.+)_(\d+)_(\d+)_\d+(?:_(\d+))?$/.exec(name) ?? [];
  return partition === undefined
    ? null
    : { partition: `${partition}_${mutation}`, first: Number(first), last: Number(last) };
}

/**
 * Those of `known` that a part was merged from: parts of its blocks that have all of its rows, from its first to its last.
 * Null when they are not all known. A merge puts rows together and changes none; one that lets rows go has fewer.
 */
export function sourcesOf(part: TablePart, known: readonly TablePart[]): TablePart[] | null {
  const merged = blocksOf(part.name);
  if (!merged) return null;
  const inside = known
    .flatMap((one) => {
      const blocks = blocksOf(one.name);
      const isInside =
        blocks?.partition === merged.partition && blocks.first >= merged.first && blocks.last <= merged.last;
      return isInside ? [{ one, ...blocks }] : [];
    })
    // Of parts within each other the one that has the blocks of the others.
    .toSorted((a, b) => a.first - b.first || b.last - a.last);
  const sources: TablePart[] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const { one, first, last } of inside) {
    if (first <= end) continue;
    sources.push(one);
    end = last;
  }
  const rows = sources.reduce((sum, one) => sum + one.rows, 0);
  const first = sources.reduce((least, one) => (one.first < least ? one.first : least), part.last);
  const last = sources.reduce((most, one) => (one.last > most ? one.last : most), part.first);
  return rows === part.rows && first === part.first && last === part.last ? sources : null;
}
