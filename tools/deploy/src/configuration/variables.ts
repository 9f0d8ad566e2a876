import { isSecret } from '@portico/service/config';
import { z } from 'zod';
import type { CommentOf } from './comments.ts';
import type { Service } from './services.ts';

/** An environment variable with one meaning and one default. `fallback`: the default, or null for a required variable. */
export type Variable = {
  name: string;
  services: string[];
  fallback: string | null;
  meaning: string;
  isSecret: boolean;
};

const text = (value: unknown): string => {
  if (value instanceof Set) return [...value].join(',');
  return Array.isArray(value) ? value.join(',') : String(value);
};

function fallbackOf(schema: z.ZodType): string | null {
  const parsed = schema.safeParse(undefined);
  if (!parsed.success) return null;
  return parsed.data === undefined ? '' : text(parsed.data);
}

export function variablesOf(services: readonly Service[], commentOf: CommentOf): Variable[] {
  const found = new Map<string, Variable>();
  for (const { name: service, schema } of services)
    for (const [name, part] of Object.entries(schema.shape)) {
      if (!(part instanceof z.ZodType)) continue;
      const meaning = commentOf(name, service) ?? '';
      const [fallback, secret] = [fallbackOf(part), isSecret(part)];
      const key = [name, fallback, meaning].join('\n');
      const known = found.get(key) ?? { name, services: [], fallback, meaning, isSecret: secret };
      found.set(key, { ...known, services: [...known.services, service] });
    }
  return [...found.values()].toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
}

export const faultsOf = (variables: readonly Variable[]): string[] =>
  variables
    .filter(({ meaning }) => meaning === '')
    .map(({ name, services }) => `${name} of ${services.join(', ')} has no doc comment in its schema`);
