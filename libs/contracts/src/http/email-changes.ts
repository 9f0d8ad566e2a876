import { z } from 'zod/mini';
import { linkToken } from '../common/fields.ts';
import { endpoint } from './endpoint.ts';

/** Days for which the links of an e-mail change are valid. */
export const EMAIL_CHANGE_DAYS = 7;

/** The token in the link of an e-mail change: base64url of 256 bits. */
export const EmailChangeToken = linkToken(200);
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
  summary: 'Confirm a new e-mail address with the token that was sent to it; needs no sign-in',
  body: EmailChangeToken,
  response: EmailChangeResult,
});
export const cancelEmailChange = endpoint({
  method: 'POST',
  path: '/users/email/cancel',
  audit: { action: 'email-change.cancel' },
  summary: 'Cancel or undo an e-mail change with the token that was sent to the old address; needs no sign-in',
  body: EmailChangeToken,
  response: EmailChangeResult,
});
