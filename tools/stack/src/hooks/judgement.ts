import { z } from 'zod';
import type { HookKind } from './caught-hook.ts';

/** A request to a stand-in. `method` defaults to `POST`. `search` is the URL's query, including `?`. */
export type Request = {
  path: string;
  headers: Record<string, string>;
  text: string;
  method?: string;
  search?: string;
};

export type Judgement = {
  kind: HookKind;
  refused: string | null;
  key: string | null;
  title: string;
  status: number;
  answer: string;
};

/** Describes why a value does not match a schema. Returns null if the value is valid. */
export const why = (schema: z.ZodType, value: unknown): string | null => {
  const { error } = schema.safeParse(value);
  return error ? z.prettifyError(error) : null;
};

export const textIn = (value: unknown, name: string): string | null => {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  return typeof found === 'string' ? found : null;
};
