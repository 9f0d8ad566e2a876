import { z } from 'zod/mini';
import { should } from './wording.ts';

/** How webhook senders authenticate. */
export const PRESETS = ['standard-webhooks', 'stripe', 'github', 'hmac', 'basic'] as const;
export type Preset = (typeof PRESETS)[number];

export const HMAC_ALGORITHMS = ['sha256', 'sha512'] as const;
export const DEFAULT_HMAC_HEADER = 'x-signature';

/** The last part of a webhook's address: 130 random bits. */
export const HookId = z.string().check(z.regex(/^[a-z2-7]{26}$/));

/** `header` and `algorithm` exist only for `hmac`. The header contains the body's signature in hexadecimal digits or base64. */
export const HookScheme = z.object({
  preset: z.enum(PRESETS),
  header: z.optional(
    z.string().check(z.toLowerCase(), z.regex(/^[a-z0-9-]{1,64}$/, { error: should('be the name of a header') })),
  ),
  algorithm: z.optional(z.enum(HMAC_ALGORITHMS)),
});
export type HookScheme = z.infer<typeof HookScheme>;

/** `source_type` of a webhook's events. */
export const sourceOf = (preset: Preset): string => (preset === 'hmac' || preset === 'basic' ? 'webhook' : preset);
