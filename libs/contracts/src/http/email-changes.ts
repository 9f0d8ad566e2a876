import { z } from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** Days for which the links of an e-mail change are valid. */
export const EMAIL_CHANGE_DAYS = 7;

/** The token in the link of an e-mail change: base64url of 256 bits. */
export const EmailChangeToken = z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) });
export type EmailChangeToken = z.infer<typeof EmailChangeToken>;

/** `restored`: the confirmed change was undone. `email`: the account's current address. */
export const EmailChangeResult = z.object({
  state: z.enum(['confirmed', 'canceled', 'restored']),
  email: z.string(),
});
export type EmailChangeResult = z.infer<typeof EmailChangeResult>;

export const confirmEmailChange = endpoint({
  method: 'POST',
  path: '/users/email/confirm',
  audit: { action: 'email-change.confirm' },
  summary: 'Confirm a new e-mail address by the link that was sent to it, without being signed in',
  body: EmailChangeToken,
  response: EmailChangeResult,
});
export const cancelEmailChange = endpoint({
  method: 'POST',
  path: '/users/email/cancel',
  audit: { action: 'email-change.cancel' },
  summary: 'Cancel or undo a change by the link that was sent to the old e-mail address, without being signed in',
  body: EmailChangeToken,
  response: EmailChangeResult,
});
