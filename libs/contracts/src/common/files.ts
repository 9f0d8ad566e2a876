import { z } from 'zod/mini';

/** `Payload` is a link that works for anyone for five minutes. */
export const GeneratedFile = z.object({ Payload: z.url() });
export type GeneratedFile = z.infer<typeof GeneratedFile>;

/** Query parameters of such a link. */
export const FilePass = z.object({ pass: z._default(z.string().check(z.maxLength(2_000)), '') });
export type FilePass = z.infer<typeof FilePass>;
