import type { Section, Statement } from './statements.ts';
import type { TaggedFile } from './tags.ts';

/** By file path from the root. */
export type Tagged = ReadonlyMap<string, TaggedFile>;

const repeated = (ids: readonly string[]): string[] => ids.filter((id, index) => ids.indexOf(id) !== index);

/** Statements that no test verifies, one per line. */
const unheldOf = (statements: readonly Statement[], tagged: Tagged): string[] => {
  const held = new Set([...tagged.values()].flatMap(({ tests }) => tests.flatMap(({ ids }) => ids)));
  return statements
    .filter(({ id, decision }) => decision === undefined && !held.has(id))
    .map(({ id, text }) => `no test verifies ${id}: ${text}`);
};

/** Statements whose replacing decision is not a verified statement, one per line. */
const undecidedOf = (statements: readonly Statement[]): string[] =>
  statements.flatMap(({ id, decision }) => {
    if (decision === undefined) return [];
    const deciding = statements.find((statement) => statement.id === decision);
    return deciding !== undefined && deciding.decision === undefined
      ? []
      : [`${id} is decided otherwise by ${decision}, which is no statement that holds`];
  });

/** Returns the faults between statements and tests, one per line. */
export const faultsOf = (sections: readonly Section[], tagged: Tagged): string[] => {
  const statements = sections.flatMap((section) => section.statements);
  const known = new Map(statements.map((statement) => [statement.id, statement]));
  const faults = repeated(statements.map(({ id }) => id)).map((id) => `the id ${id} is used by two statements`);
  for (const [path, { tests, loose }] of tagged) {
    for (const line of loose) faults.push(`${path}:${line}: no test follows this tag`);
    for (const { name, ids, isSkipped } of tests) {
      const test = `${path}: '${name}'`;
      if (isSkipped) faults.push(`${test} is skipped, so it verifies no statement`);
      for (const id of ids) {
        if (!known.has(id)) faults.push(`${test} names ${id || 'nothing'}, which is not a statement`);
        else if (known.get(id)?.decision !== undefined)
          faults.push(`${test} verifies ${id}, which is decided otherwise by ${known.get(id)?.decision}`);
      }
    }
  }
  return [...faults, ...undecidedOf(statements), ...unheldOf(statements, tagged)];
};

/** Returns how many statements are verified, and how many a decision replaces. */
export const summaryOf = (sections: readonly Section[]): string => {
  const statements = sections.flatMap((section) => section.statements);
  const otherwise = statements.filter(({ decision }) => decision !== undefined).length;
  const holding = statements.length - otherwise;
  return `${statements.length} statements: ${holding} hold, ${otherwise} decided otherwise.`;
};
