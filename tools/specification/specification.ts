import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { quoteFaults, sourcesOf } from './quotes.ts';
import { readStatements, type Section, type Statement } from './statements.ts';
import { readTags, type TaggedFile } from './tags.ts';

type Tagged = ReadonlyMap<string, TaggedFile>;

const repeated = (ids: readonly string[]): string[] => ids.filter((id, index) => ids.indexOf(id) !== index);

const unheldOf = (statements: readonly Statement[], tagged: Tagged): string[] => {
  const held = new Set([...tagged.values()].flatMap(({ tests }) => tests.flatMap(({ ids }) => ids)));
  return statements
    .filter(({ id, decision }) => decision === undefined && !held.has(id))
    .map(({ id, text }) => `no test verifies ${id}: ${text}`);
};

/** Returns the statements whose replacing decision does not exist or is itself replaced, one per line. */
const undecidedOf = (statements: readonly Statement[]): string[] =>
  statements.flatMap(({ id, decision }) => {
    if (decision === undefined) return [];
    const deciding = statements.find((statement) => statement.id === decision);
    return deciding !== undefined && deciding.decision === undefined
      ? []
      : [`${id} is decided otherwise by ${decision}, which is no statement that holds`];
  });

const faultsOf = (sections: readonly Section[], tagged: Tagged): string[] => {
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

const summaryOf = (sections: readonly Section[]): string => {
  const statements = sections.flatMap((section) => section.statements);
  const otherwise = statements.filter(({ decision }) => decision !== undefined).length;
  const holding = statements.length - otherwise;
  return `${statements.length} statements: ${holding} hold, ${otherwise} decided otherwise.`;
};

const HEAD = `# The specification, and the tests that verify it

\`npm run specification\` writes this page from \`tools/specification/statements.md\` and the tags \`// spec: id\` in the tests.
Git ignores it. [Testing](guides/testing.md#the-specification) describes how to tag a test.
`;

const plain = (text: string): string => text.replaceAll(/[\\`*_[\]<>|]/g, String.raw`\$&`);

const pageOf = (sections: readonly Section[], tagged: Tagged): string => {
  const links = [...tagged].flatMap(([path, { tests }]) =>
    tests.map(({ name, ids }) => ({
      ids,
      link: `  - [${plain(posix.basename(path))}](../${path}): ${plain(name)}`,
    })),
  );
  const all = sections.flatMap(({ statements }) => statements);
  const textOf = (decision: string): string => all.find(({ id }) => id === decision)?.text ?? '';
  const parts = sections.flatMap(({ title, statements }) => {
    const lines = statements.flatMap(({ id, text, decision }) => [
      `- **${id}** ${plain(text)}`,
      ...(decision === undefined ? [] : [`  - decided otherwise by **${decision}**: ${plain(textOf(decision))}`]),
      ...new Set(links.flatMap(({ ids, link }) => (ids.includes(id) ? [link] : []))),
    ]);
    return lines.length === 0 ? [] : [`## ${title}\n${lines.join('\n')}\n`];
  });
  return [HEAD, `${summaryOf(sections)}\n`, ...parts].join('\n');
};

const FOLDER = 'tools/specification';
const PAGE = 'docs/specification.md';
const isForeign = (path: string): boolean => /(?:^|[\\/])(?:node_modules|dist)(?:[\\/]|$)/.test(path);

const read = (root: string) => {
  const text = (path: string): string => readFileSync(join(root, path), 'utf8');
  const paths = globSync('{apps,libs,tools}/**/*.spec.{ts,tsx}', { cwd: root, exclude: isForeign })
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted();
  const tagged: Tagged = new Map(paths.map((path) => [path, readTags(text(path), path.endsWith('x'))]));
  const sections = readStatements(text(`${FOLDER}/statements.md`));
  const sources = sourcesOf(text(`${FOLDER}/product.md`), text(`${FOLDER}/decisions.md`));
  return {
    faults: [...quoteFaults(sections, sources), ...faultsOf(sections, tagged)],
    summary: summaryOf(sections),
    page: pageOf(sections, tagged),
  };
};

/** `faults`: mismatches between specification, statements and tests, one per line. `summary`: line with the numbers of statements. */
type Report = { faults: string[]; summary: string };

export const check = (root: string): Report => {
  const { faults, summary } = read(root);
  return { faults, summary };
};

/** Writes the page, which git ignores. Returns the same report as `check`. */
export const write = (root: string): Report => {
  const { page, ...report } = read(root);
  writeFileSync(join(root, PAGE), page);
  return report;
};
