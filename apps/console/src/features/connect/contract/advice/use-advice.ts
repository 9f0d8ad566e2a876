import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../../api/use-api.ts';
import { schemasQuery } from '../schemas/schemas.queries.ts';
import { checkDetails } from './check-details.ts';
import type { Misfit } from './misfits.ts';

/** What the schema of an event's name says of its details; `misfits` are null where it could not be checked. */
export type Advice = { event: string; misfits: Misfit[] | null };

type Members = Record<string, unknown>;
const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null;

/** The event itself, or that in a CloudEvent; `at`: where it is in what was given. */
const eventIn = (value: unknown): { at: string; name: unknown; details: unknown } | null => {
  if (!isObject(value)) return null;
  const [at, event] = 'specversion' in value ? ['/data', value.data] : ['', value];
  return isObject(event) ? { at, name: event.event_name, details: event.details } : null;
};

/**
 * Compares the details of an event with the schema that integration `id` declares for its name. Null where there is none, or
 * nothing to compare with it.
 */
export const useAdvice = (id: number) => {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (value: unknown): Promise<Advice | null> => {
      const event = eventIn(value);
      if (!event || event.details === undefined) return null;
      const { data } = await queryClient.fetchQuery(schemasQuery(api, id));
      const declared = data.find(({ event_name }) => event_name === event.name);
      if (!declared) return null;
      const found = await checkDetails(declared.schema, event.details);
      const misfits =
        found?.map(({ pointer, message }) => ({ pointer: `${event.at}/details${pointer}`, message })) ?? null;
      return { event: declared.event_name, misfits };
    },
  });
};
