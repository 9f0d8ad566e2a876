import { DatabaseConfig } from '@portico/postgres';
import { guarded, KafkaConfig } from '@portico/kafka';
import { Flag, LinkConfig, ServiceConfig, ServiceTokenConfig } from '@portico/service';
import { MailConfig } from '@portico/service/mail';
import { z } from 'zod';

export const OrgsConfig = guarded(
  z.object({
    ...ServiceConfig.shape,
    ...DatabaseConfig.shape,
    ...KafkaConfig.shape,
    ...LinkConfig.shape,
    /** Where the events service answers. Without it used counts stay as they are. */
    EVENTS_URL: z.url().optional(),
    /** Without it used counts stay as they are. */
    SERVICE_SECRET: ServiceTokenConfig.shape.SERVICE_SECRET.optional(),
    // Without a mail server people copy the links of invitations.
    ...MailConfig.shape,
    /** Where the console is reached; links of invitations begin with it. */
    CONSOLE_URL: z.url(),
    /** Name of the product in mails and in what the browser shows. */
    PRODUCT_NAME: z.string().default('Portico'),
    /** Whether joining an organization needs an administrator's approval. */
    APPROVAL_FLOW: Flag.default(true),
    /** Organizations that one person who is no administrator may create within 24 hours. */
    NEW_ORGANIZATIONS_PER_DAY: z.coerce.number().int().positive().default(10),
    /** Seconds after the end of a month until used counts of it are frozen; longer while events are not stored yet. */
    USAGE_CLOSING_SECONDS: z.coerce.number().int().min(0).default(600),
  }),
);
export type OrgsConfig = z.infer<typeof OrgsConfig>;
