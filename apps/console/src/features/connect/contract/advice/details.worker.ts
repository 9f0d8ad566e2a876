import type { JsonSchema } from '@portico/contracts/http/event-schemas';
import { misfitsOf } from './misfits.ts';

/** Responds to each message with the misfits of its details, or null if its schema is unusable. */
self.addEventListener('message', ({ data }: MessageEvent<{ schema: JsonSchema; details: unknown }>) => {
  try {
    self.postMessage(misfitsOf(data.schema, data.details), {});
  } catch {
    self.postMessage(null, {});
  }
});
