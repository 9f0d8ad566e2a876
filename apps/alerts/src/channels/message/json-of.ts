import type { z } from 'zod';

/** The JSON of an answer in a shape; undefined if it has another one. */
export const jsonOf = <Shape>(shape: z.ZodType<Shape>, text: string): Shape | undefined => {
  try {
    return shape.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
};
