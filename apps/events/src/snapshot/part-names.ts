import type { TablePart } from './parts.query.ts';

/** The blocks of a part, from `first` to `last`. `partition` includes the number of the last mutation. */
type Blocks = { partition: string; first: number; last: number };

/** Parses ClickHouse's name of a part: partition, blocks, merge level, and last mutation. */
function blocksOf(name: string): Blocks | null {
  const [, partition, first, last, mutation = ''] = /^(.+)_(\d+)_(\d+)_\d+(?:_(\d+))?$/.exec(name) ?? [];
  return partition === undefined
    ? null
    : { partition: `${partition}_${mutation}`, first: Number(first), last: Number(last) };
}

/**
 * Returns the parts among `known` that ClickHouse merged into `part`, which contains their blocks and the sum of their rows. Returns null
 * if one of the merged parts is unknown, or the merge dropped expired rows. Other merges combine rows without changing them.
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
    // Sorts the outermost of nested parts first, so that the loop skips the inner ones.
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
