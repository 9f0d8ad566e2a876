import type { Section, Statement } from './statements.ts';
import type { TaggedFile } from './tags.ts';

/** By the path of the file from the root. */
export type Tagged = ReadonlyMap<string, TaggedFile>;

/** Most statements that may be listed as not built yet; lower it with each one that is built. */
const MOST_NOT_BUILT = 13;

const repeated = (ids: readonly string[]): string[] => ids.filter((id, index) => ids.indexOf(id) !== index);

/** Statements that no test verifies, one per line. */
const unheldOf = (statements: readonly Statement[], tagged: Tagged): string[] => {
  const held = new Set([...tagged.values()].flatMap(({ tests }) => tests.flatMap(({ ids }) => ids)));
  return statements
    .filter(({ id, isBuilt, decision }) => isBuilt && decision === undefined && !held.has(id))
    .map(({ id, text }) => `no test verifies ${id}: ${text}`);
};

/** Statements whose decision is no statement that holds, one per line. */
const undecidedOf = (statements: readonly Statement[]): string[] =>
  statements.flatMap(({ id, decision }) => {
    if (decision === undefined) return [];
    const deciding = statements.find((statement) => statement.id === decision);
    const isHeld = deciding?.isBuilt === true && deciding.decision === undefined;
    return isHeld ? [] : [`${id} is decided otherwise by ${decision}, which is no statement that holds`];
  });

/** Returns what is wrong between statements and tests, one per line. */
export const faultsOf = (sections: readonly Section[], tagged: Tagged): string[] => {
  const statements = sections.flatMap((section) => section.statements);
  const known = new Map(statements.map((statement) => [statement.id, statement]));
  const notBuilt = statements.filter(({ isBuilt }) => !isBuilt);
  const faults = repeated(statements.map(({ id }) => id)).map((id) => `the id ${id} is used by two statements`);
  if (notBuilt.length > MOST_NOT_BUILT)
    faults.push(`${notBuilt.length} statements are not built yet, at most ${MOST_NOT_BUILT} may be`);
  for (const [path, { tests, loose }] of tagged) {
    for (const line of loose) faults.push(`${path}:${line}: no test follows this tag`);
    for (const { name, ids, isSkipped } of tests) {
      const test = `${path}: '${name}'`;
      if (isSkipped) faults.push(`${test} is skipped, so it verifies no statement`);
      for (const id of ids) {
        if (!known.has(id)) faults.push(`${test} names ${id || 'nothing'}, which is not a statement`);
        else if (known.get(id)?.isBuilt === false)
          faults.push(`${test} verifies ${id}, which is listed as not built yet`);
        else if (known.get(id)?.decision !== undefined)
          faults.push(`${test} verifies ${id}, which is decided otherwise by ${known.get(id)?.decision}`);
      }
    }
  }
  return [...faults, ...undecidedOf(statements), ...unheldOf(statements, tagged)];
};

/** How many statements hold, how many are decided otherwise, and how many are not built yet. */
export const summaryOf = (sections: readonly Section[]): string => {
  const statements = sections.flatMap((section) => section.statements);
  const notBuilt = statements.filter(({ isBuilt }) => !isBuilt).length;
  const otherwise = statements.filter(({ decision }) => decision !== undefined).length;
  const holding = statements.length - notBuilt - otherwise;
  return `${statements.length} statements: ${holding} hold, ${otherwise} decided otherwise, ${notBuilt} not built yet.`;
};
