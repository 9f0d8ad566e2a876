import { parse } from 'csv-parse/sync';
import fc from 'fast-check';

/** Spreadsheets treat text that begins with one of these as a formula; the last four are full-width forms. */
const FORMULA = String.raw`[=+\-@\t\r＝＋－＠]`;
const GUARDS = new RegExp(String.raw`(?<![^\r\n])'(?=${FORMULA})`, 'g');
const CELL_WITH_FORMULA = new RegExp(`^${FORMULA}`);
const LINE_WITH_FORMULA = new RegExp(`^"?${FORMULA}`);

/** Arbitrary texts, with a focus on characters that are special in CSV files and spreadsheets. */
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

export const withoutGuards = (text: string): string => text.replaceAll(GUARDS, '');

/** @throws if a cell or line begins like a formula, for any line separator. */
export function readCsv(file: string): Record<string, string>[] {
  const rows = parse<Record<string, string>>(file, { columns: true });
  const lines = file.split(/\r\n|[\r\n]/);
  const formula =
    rows.flatMap((row) => Object.values(row)).find((cell) => CELL_WITH_FORMULA.test(cell)) ??
    lines.find((line) => LINE_WITH_FORMULA.test(line));
  if (formula !== undefined) throw new Error(`the file has a formula: ${JSON.stringify(formula)}`);
  return rows;
}
