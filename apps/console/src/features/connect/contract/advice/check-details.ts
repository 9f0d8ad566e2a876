import type { JsonSchema } from '@portico/contracts/http/event-schemas';
import type { Misfit } from './misfits.ts';

/** Longest check, in milliseconds, the loading of its code included. */
const DEADLINE_MS = 5_000;

/**
 * Where details do not fit their schema; null where that could not be found out in {@link DEADLINE_MS}. Schemas are other people's:
 * one whose patterns take for ever ends with its worker.
 */
export const checkDetails = (schema: JsonSchema, details: unknown): Promise<Misfit[] | null> =>
  new Promise((resolve) => {
    const worker = new Worker(new URL('./details.worker.ts', import.meta.url), { type: 'module' });
    const end = (misfits: Misfit[] | null) => {
      clearTimeout(deadline);
      worker.terminate();
      resolve(misfits);
    };
    const deadline = setTimeout(() => end(null), DEADLINE_MS);
    worker.addEventListener('message', ({ data }: MessageEvent<Misfit[] | null>) => end(data));
    worker.addEventListener('error', () => end(null));
    worker.postMessage({ schema, details }, {});
  });
