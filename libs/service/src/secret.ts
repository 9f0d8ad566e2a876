import type { z } from 'zod';

/** Marks a variable whose value must not be seen: the reference of the configuration lists it so, charts keep it in a secret. */
export const secret = <Schema extends z.ZodType>(schema: Schema): Schema => schema.meta({ secret: true });
