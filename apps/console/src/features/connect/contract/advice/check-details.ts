import type { JsonSchema } from '@portico/contracts/http/event-schemas';
import type { Misfit } from './misfits.ts';

/** Timeout of a check in milliseconds, including the loading of its code. */
const DEADLINE_MS = 5_000;

/**
 * The places where details do not match their schema; null if the check fails or takes longer than {@link DEADLINE_MS}. Schemas are
 * untrusted: terminating the worker stops an endless pattern.
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
