import { z } from 'zod';
import { secret } from '../config.ts';

/** Settings of outgoing mail. */
export const MailConfig = z.object({
  /** `smtp://user:password@host:587`, or `smtps://` for TLS from the first byte. Default: no mail is sent. */
  SMTP_URL: secret(z.url({ protocol: /^smtps?$/ }).optional()),
  /** The sender, such as `Portico <no-reply@example.com>`. */
  MAIL_FROM: z.string().default('Portico <no-reply@localhost>'),
});
export type MailConfig = z.infer<typeof MailConfig>;
