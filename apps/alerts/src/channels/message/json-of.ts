import type { z } from 'zod';

export const jsonOf = <Shape>(shape: z.ZodType<Shape>, text: string): Shape | undefined => {
  try {
    return shape.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
};
