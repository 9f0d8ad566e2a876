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
    /** URL of the events service. Without this URL, used counts stay unchanged. */
    EVENTS_URL: z.url().optional(),
    /** Signs requests to the events service, with the same value in every process. Without it, used counts stay unchanged. */
    SERVICE_SECRET: ServiceTokenConfig.shape.SERVICE_SECRET.optional(),
    // Mail is optional: without a mail server, people copy invitation links.
    ...MailConfig.shape,
    /** URL of the console; invitation links begin with it. */
    CONSOLE_URL: z.url(),
    /** Product name in mails and in the browser. */
    PRODUCT_NAME: z.string().default('Portico'),
    /** Whether joining an organization requires approval. */
    APPROVAL_FLOW: Flag.default(true),
    /** Maximum organizations that a non-administrator may create within 24 hours. */
    NEW_ORGANIZATIONS_PER_DAY: z.coerce.number().int().positive().default(10),
    /** Minimum seconds from the end of a period until its used count is frozen. Freezing also waits until all events are stored. */
    USAGE_CLOSING_SECONDS: z.coerce.number().int().min(0).default(600),
  }),
);
export type OrgsConfig = z.infer<typeof OrgsConfig>;
