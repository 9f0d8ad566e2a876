import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A table of the page. With `commit`, it contains measured figures; without, it describes the method of a measurement. */
type Table = { columns: string[]; rows: string[][]; measuredAt?: string; commit?: string };
/** A section of the page, with its texts and tables in order. Each file in figures/ contains one section. */
type Section = { title: string; parts: (string | Table)[] };

const HEADER = `# Benchmarks

Generated from \`tools/bench/figures/\` by \`npm run bench -- report\`. \`npm run bench -- query | peers | ingest | live | start | door | usage | privacy\`
measures one part of Portico beside a baseline of the same run, on engines of its own; \`--help\` lists its options. Each prints a table
and saves its figures as JSON, with date, machine and commit, in \`bench-results/\`. The newest ones are taken into
\`tools/bench/figures/\` by hand.
`;

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`.replaceAll('|  |', '| |');

const tableOf = ({ columns, rows, measuredAt, commit }: Table): string =>
  [
    row(columns),
    `|${'---|'.repeat(columns.length)}`,
    ...rows.map(row),
    ...(commit === undefined ? [] : ['', `Measured ${measuredAt ?? ''} at \`${commit}\`.`]),
  ].join('\n');

const sectionOf = ({ title, parts }: Section): string =>
  [`## ${title}`, ...parts.map((part) => (typeof part === 'string' ? part : tableOf(part)))].join('\n\n');

/** Generates the page from a folder of figures: one section for each file, in the order of their names. */
export const benchmarksPage = (folder: string): string => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  const sections = files
    .toSorted()
    .map((name) => sectionOf(JSON.parse(readFileSync(join(folder, name), 'utf8')) as Section));
  return `${[HEADER.trimEnd(), ...sections].join('\n\n')}\n`;
};
