import { z } from 'zod/mini';

/** A generated file. `Payload`: a link to the file, which works for anyone for five minutes. */
export const GeneratedFile = z.object({ Payload: z.url() });
export type GeneratedFile = z.infer<typeof GeneratedFile>;

/** Query parameters of the link in {@link GeneratedFile}. */
export const FilePass = z.object({ pass: z._default(z.string().check(z.maxLength(2_000)), '') });
export type FilePass = z.infer<typeof FilePass>;
