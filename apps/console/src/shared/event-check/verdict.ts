import { ApiError, errorText } from '@portico/api-client';
import type { Rejection } from '@portico/contracts/events/integration-event';
import { faultRange, type Range } from './fault-range.ts';

/** `range` is null if the server did not return a position. */
export type Fault = { message: string; range: Range | null };

export const parsed = (text: string): { ok: true; value: unknown } | { ok: false; fault: Fault } => {
  try {
    const value: unknown = JSON.parse(text);
    return { ok: true, value };
  } catch {
    return { ok: false, fault: { message: 'This is not valid JSON', range: faultRange(text, '') } };
  }
};

/** The first character. The editor marks it for an error of the whole value. */
const WHOLE_TEXT: Range = { start: 0, end: 1 };

/** @param pointer - JSON pointer from the server, into the value of `text` */
export const faultAt = (text: string, pointer: string, message: string): Fault => ({
  message: `${pointer} ${message}`.trim(),
  range: faultRange(text, pointer) ?? WHOLE_TEXT,
});

export const rejectionFault = (text: string, { pointer, reason }: Pick<Rejection, 'pointer' | 'reason'>): Fault =>
  faultAt(text, pointer, reason);

export const errorFault = (text: string, error: unknown): Fault => {
  const fault = error instanceof ApiError ? error.problem.faults?.[0] : undefined;
  return fault ? faultAt(text, fault.pointer, fault.message) : { message: errorText(error), range: null };
};

/** Describes an error with its position in a sentence, for screen readers. */
export const faultText = (text: string, { message, range }: Fault): string => {
  if (range === null) return message;
  const lines = text.slice(0, range.start).split('\n');
  return `Line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}: ${message}`;
};
