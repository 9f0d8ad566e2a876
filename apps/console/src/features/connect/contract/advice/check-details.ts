import type { JsonSchema } from '@portico/contracts/http/event-schemas';
import type { Misfit } from './misfits.ts';

/** Timeout of a check in milliseconds, including the loading of its code. */
const DEADLINE_MS = 5_000;

/**
 * Where details do not match their schema; null if unknown after {@link DEADLINE_MS}. Schemas are untrusted: one with an endless
 * pattern ends with its worker.
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
