import { z } from 'zod/mini';

/** Path of the alerts service's socket.io server. `auth.token` of the handshake is the product token. */
export const ALERTS_LIVE_PATH = '/alerts/socket.io';

/**
 * Kinds of rows. A message means that rows of this kind have changed; the client fetches the rows again. The server
 * sends at most one message per second and kind.
 */
export const ALERTS_CHANGES = ['episodes', 'notices', 'silence'] as const;
export const AlertsChange = z.object({ what: z.enum(ALERTS_CHANGES) });
export type AlertsChange = z.infer<typeof AlertsChange>;
