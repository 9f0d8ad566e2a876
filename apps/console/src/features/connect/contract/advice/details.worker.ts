import type { JsonSchema } from '@portico/contracts/http/event-schemas';
import { misfitsOf } from './misfits.ts';

/** Responds to each schema and details with the misfits, or null for an unusable schema. */
self.addEventListener('message', ({ data }: MessageEvent<{ schema: JsonSchema; details: unknown }>) => {
  try {
    self.postMessage(misfitsOf(data.schema, data.details), {});
  } catch {
    self.postMessage(null, {});
  }
});
