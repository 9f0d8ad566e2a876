import { z } from 'zod';

/** `Payload` is a link that works for anyone, for five minutes. */
export const GeneratedFile = z.object({ Payload: z.url() });
export type GeneratedFile = z.infer<typeof GeneratedFile>;

/** Query of such a link. */
export const FilePass = z.object({ pass: z.string().max(2_000).default('') });
export type FilePass = z.infer<typeof FilePass>;
