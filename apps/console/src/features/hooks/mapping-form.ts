import { applyMapping, Mapping } from '@portico/contracts/events/mapping';
import { RESULTS, SEVERITIES } from '@portico/contracts/events/choices';
import type { EventRow } from '@portico/contracts/http/events';
import { z } from 'zod/mini';

const LINE_PATTERN = /^\s*(.+?)\s*=\s*(\w+)\s*$/;

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');

/** Schema of a text field with one entry per line, such as `failure = FAILURE`. */
const table = (choices: readonly string[]) =>
  z.string().check(
    z.refine(
      (text) => linesOf(text).every((line) => choices.includes(LINE_PATTERN.exec(line)?.[2]?.toUpperCase() ?? '')),
      {
        error: `Each line should be a value, an equals sign and one of ${choices.join(', ')}`,
      },
    ),
  );
const pointer = z
  .string()
  .check(z.trim(), z.regex(/^(?:\/.*)?$/, 'A JSON pointer begins with a slash, such as /data/status'));

/** The fields of the form, as text. An empty field is not mapped. */
export const MappingForm = z.object({
  name: pointer,
  message: pointer,
  subject: pointer,
  id: pointer,
  time: pointer,
  result: pointer,
  resultValues: table(RESULTS),
  severity: pointer,
  severityValues: table(SEVERITIES),
});
export type MappingForm = z.infer<typeof MappingForm>;

const textOf = (values: Readonly<Record<string, string>> = {}): string =>
  Object.entries(values)
    .map(([value, choice]) => `${value} = ${choice}`)
    .join('\n');

export const formOf = ({ result, severity, ...plain }: Mapping): MappingForm => ({
  name: plain.name ?? '',
  message: plain.message ?? '',
  subject: plain.subject ?? '',
  id: plain.id ?? '',
  time: plain.time ?? '',
  result: result?.pointer ?? '',
  resultValues: textOf(result?.values),
  severity: severity?.pointer ?? '',
  severityValues: textOf(severity?.values),
});

const choiceOf = (path: string, text: string, before: { otherwise?: string | undefined } | undefined): object => ({
  ...before,
  pointer: path.trim() || undefined,
  values: Object.fromEntries(
    linesOf(text).flatMap((line) => {
      const [, value = '', choice = ''] = LINE_PATTERN.exec(line) ?? [];
      return value === '' ? [] : [[value, choice.toUpperCase()]];
    }),
  ),
});

/**
 * Converts the form to a mapping.
 * @param before the saved mapping, which provides the settings that the form does not show.
 * @returns null while a field is invalid.
 */
export const mappingOf = (form: MappingForm, before: Mapping): Mapping | null => {
  const { result, resultValues, severity, severityValues, ...plain } = form;
  const read = Mapping.safeParse({
    ...Object.fromEntries(Object.entries(plain).filter(([, path]) => path.trim() !== '')),
    ...((result + resultValues).trim() && { result: choiceOf(result, resultValues, before.result) }),
    ...((severity + severityValues).trim() && { severity: choiceOf(severity, severityValues, before.severity) }),
  });
  return read.success ? read.data : null;
};

/** Returns the delivered body. If the details contain only `data` and the event's message, Portico has put the body into `data`. */
const bodyOf = ({ details }: EventRow): unknown =>
  'data' in details && Object.keys(details).length === 2 ? details['data'] : details;

const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Applies a mapping to a stored delivery, and returns the resulting event. */
export const previewOf = (mapping: Mapping, row: EventRow) => {
  const mapped = applyMapping(mapping, bodyOf(row));
  const result = textIn(mapped.result) ?? mapping.result?.otherwise ?? 'SUCCESS';
  return {
    name: textIn(mapped.name) ?? row.event_name,
    message: textIn(mapped.message) ?? row.details.message,
    subject: textIn(mapped.subject) ?? '',
    result: result === 'FAILURE' ? ('FAILURE' as const) : ('SUCCESS' as const),
    severity: textIn(mapped.severity) ?? mapping.severity?.otherwise ?? (result === 'FAILURE' ? 'ERROR' : 'INFO'),
  };
};
