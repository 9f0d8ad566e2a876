import type { Refusal, RefusalCode } from '@portico/contracts/events/integration-event';
import type { z } from 'zod';

export type Refused = { ok: false; refusal: Refusal };

export const refuse = (code: RefusalCode, reason: string, pointer = ''): Refused => ({
  ok: false,
  refusal: { code, reason, pointer },
});

/** RFC 6901. */
export const toPointer = (path: readonly PropertyKey[]): string =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** The first fault that zod found, in words for a publisher; `at` is where the checked value stands in what was sent. */
export function refuseInvalid(code: RefusalCode, error: z.ZodError, at: string): Refused {
  const issue = error.issues[0];
  if (!issue) return refuse(code, 'is not valid', at);
  const isAbsent = issue.message.endsWith('received undefined');
  const field = issue.path.at(-1);
  const reason = isAbsent ? 'is required' : issue.message;
  return refuse(
    code,
    field === undefined ? reason : `${String(field)} ${lowerFirst(reason)}`,
    at + toPointer(issue.path),
  );
}

const lowerFirst = (text: string): string => text.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase());
