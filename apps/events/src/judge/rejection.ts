import type { Rejection, RejectionCode } from '@portico/contracts/events/integration-event';
import { labelOf, REQUIRED } from '@portico/contracts/common/wording';
import type { z } from 'zod';

export type Rejected = { ok: false; rejection: Rejection };

export const reject = (code: RejectionCode, reason: string, pointer = ''): Rejected => ({
  ok: false,
  rejection: { code, reason, pointer },
});

/** Converts a path to a JSON pointer (RFC 6901). */
const toPointer = (path: readonly PropertyKey[]): string =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** Describes the first zod fault for a publisher. `at`: JSON pointer of the checked value in the published value. */
export function rejectInvalid(code: RejectionCode, error: z.core.$ZodError, at: string): Rejected {
  const issue = error.issues[0];
  if (!issue) return reject(code, 'is not valid', at);
  const field = issue.path.at(-1);
  const reason = reasonOf(issue);
  return reject(code, field === undefined ? reason : `${String(field)} ${reason}`, at + toPointer(issue.path));
}

/** Describes a fault without the name of the field, because the publisher may spell the name differently. */
function reasonOf({ path, message }: z.core.$ZodIssue): string {
  if (message === REQUIRED) return 'is required';
  const label = `${labelOf(path)} `;
  return message.startsWith(label) ? message.slice(label.length) : message;
}
