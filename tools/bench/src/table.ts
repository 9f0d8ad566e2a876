export type Cell = string | number | undefined;

/** Prints a line about the progress to stderr, because stdout is for figures. */
export const say = (line: string): void => void process.stderr.write(`${line}\n`);

export const thousands = (value: number): string => value.toLocaleString('en');

/** Prints a table to stdout, with the first column left-aligned and the others right-aligned. */
export function printTable(columns: readonly string[], rows: readonly (readonly Cell[])[]): void {
  const texts = [columns, ...rows].map((row) => columns.map((_, index) => String(row[index] ?? '')));
  const widths = columns.map((_, index) => Math.max(...texts.map((row) => row[index]?.length ?? 0)));
  const pad = (text: string, index: number): string =>
    index === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[index] ?? 0);
  process.stdout.write(`\n${texts.map((row) => row.map(pad).join('  ').trimEnd()).join('\n')}\n`);
}
