import { DatabaseConfig } from '@portico/postgres';
import { guarded, KafkaConfig } from '@portico/kafka';
import { Flag, LinkConfig, secret, ServiceConfig } from '@portico/service';
import { z } from 'zod';

/** Mails are sent when SMTP_URL is set; without it people copy the links of invitations. */
const MailConfig = z.object({
  /** `smtp://user:password@host:587`, or `smtps://` for TLS from the first byte. */
  SMTP_URL: secret(z.url({ protocol: /^smtps?$/ }).optional()),
  /** The sender, such as `Portico <no-reply@example.com>`. */
  MAIL_FROM: z.string().default('Portico <no-reply@localhost>'),
});

export const OrgsConfig = guarded(
  z.object({
    ...ServiceConfig.shape,
    ...DatabaseConfig.shape,
    ...KafkaConfig.shape,
    ...LinkConfig.shape,
    ...MailConfig.shape,
    /** Where the console is reached; links of invitations begin with it. */
    CONSOLE_URL: z.url(),
    /** Name of the product in mails and in what the browser shows. */
    PRODUCT_NAME: z.string().default('Portico'),
    /** Whether joining an organization needs an administrator's approval. */
    APPROVAL_FLOW: Flag.default(true),
  }),
);
export type OrgsConfig = z.infer<typeof OrgsConfig>;
