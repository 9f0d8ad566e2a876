import { z } from 'zod';

const TextBlock = z.strictObject({
  type: z.literal('TextBlock'),
  text: z.string().min(1),
  wrap: z.boolean().optional(),
  size: z.enum(['Small', 'Default', 'Medium', 'Large', 'ExtraLarge']).optional(),
  weight: z.enum(['Lighter', 'Default', 'Bolder']).optional(),
  isSubtle: z.boolean().optional(),
});
const Container = z.strictObject({
  type: z.literal('Container'),
  separator: z.boolean().optional(),
  items: z.array(TextBlock).min(1),
});

export const TeamsMessage = z.strictObject({
  type: z.literal('message'),
  attachments: z
    .array(
      z.strictObject({
        contentType: z.literal('application/vnd.microsoft.card.adaptive'),
        contentUrl: z.null(),
        content: z.strictObject({
          $schema: z.literal('http://adaptivecards.io/schemas/adaptive-card.json'),
          type: z.literal('AdaptiveCard'),
          version: z.enum(['1.2', '1.3', '1.4', '1.5']),
          body: z.array(z.discriminatedUnion('type', [TextBlock, Container])).min(1),
          actions: z
            .array(z.strictObject({ type: z.literal('Action.OpenUrl'), title: z.string().min(1), url: z.url() }))
            .max(6),
        }),
      }),
    )
    .min(1),
});
/** Maximum bytes of one message, as documented. */
export const TEAMS_BYTES = 28 * 1024;

/** Maximum bytes of one event, as documented. */
export const PAGERDUTY_BYTES = 512 * 1024;
const routing = { routing_key: z.string().regex(/^[0-9A-Za-z]{32}$/) };
const DedupKey = z.string().min(1).max(255);

export const PagerDutyEvent = z.discriminatedUnion('event_action', [
  z.strictObject({
    ...routing,
    /** PagerDuty creates a deduplication key if it is missing. */
    dedup_key: DedupKey.optional(),
    event_action: z.literal('trigger'),
    payload: z.strictObject({
      summary: z.string().min(1).max(1_024),
      source: z.string().min(1),
      severity: z.enum(['critical', 'error', 'warning', 'info']),
      timestamp: z.iso.datetime({ offset: true }).optional(),
      component: z.string().optional(),
      group: z.string().optional(),
      class: z.string().optional(),
      custom_details: z.record(z.string(), z.unknown()).optional(),
    }),
    links: z.array(z.strictObject({ href: z.url(), text: z.string().optional() })).optional(),
    client: z.string().optional(),
    client_url: z.url().optional(),
  }),
  z.strictObject({ ...routing, dedup_key: DedupKey, event_action: z.enum(['resolve', 'acknowledge']) }),
]);

export const StandardWebhook = z.object({
  type: z.string().regex(/^[a-zA-Z0-9_]+(\.[a-zA-Z0-9_]+)*$/),
  timestamp: z.iso.datetime({ offset: true }),
  data: z.record(z.string(), z.unknown()),
});
export const StandardWebhookHeaders = z.object({
  'content-type': z.string().startsWith('application/json'),
  'webhook-id': z.string().min(1).max(256),
  'webhook-timestamp': z
    .string()
    .regex(/^\d+$/)
    .refine((text) => Math.abs(Date.now() / 1_000 - Number(text)) < 300, 'is not of now'),
  'webhook-signature': z.string().regex(/^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)*$/),
});
