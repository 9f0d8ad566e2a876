import type { z } from 'zod';

/** Parses JSON and checks it against a schema. Returns undefined if either fails. */
export const jsonOf = <Shape>(shape: z.ZodType<Shape>, text: string): Shape | undefined => {
  try {
    return shape.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
};
