import { parse } from 'csv-parse/sync';
import fc from 'fast-check';

/** A spreadsheet takes what begins with one of these for a formula; the last four are their full-width forms. */
const FORMULA = String.raw`[=+\-@\t\r＝＋－＠]`;
const GUARDS = new RegExp(String.raw`(?<![^\r\n])'(?=${FORMULA})`, 'g');
const CELL_WITH_FORMULA = new RegExp(`^${FORMULA}`);
const LINE_WITH_FORMULA = new RegExp(`^"?${FORMULA}`);

/** Texts out of everything that means something in a CSV file or to a spreadsheet, and of everything else. */
export const spreadsheetText = (): fc.Arbitrary<string> =>
  fc
    .array(
      fc.oneof(
        {
          weight: 3,
          arbitrary: fc.constantFrom('\n', '\r', '\r\n', '=', '+', '-', '@', '\t', '"', ',', ';', "'", '＝'),
        },
        { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 5 }) },
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join(''));

/** The text without the apostrophes that keep a line of it from being a formula. */
export const withoutGuards = (text: string): string => text.replaceAll(GUARDS, '');

/**
 * Rows of a CSV file by their column, as a parser reads them.
 * @throws when a cell or a physical line, however lines are split, begins like a formula.
 */
export function readCsv(file: string): Record<string, string>[] {
  const rows = parse<Record<string, string>>(file, { columns: true });
  const lines = file.split(/\r\n|[\r\n]/);
  const formula =
    rows.flatMap((row) => Object.values(row)).find((cell) => CELL_WITH_FORMULA.test(cell)) ??
    lines.find((line) => LINE_WITH_FORMULA.test(line));
  if (formula !== undefined) throw new Error(`the file has a formula: ${JSON.stringify(formula)}`);
  return rows;
}
