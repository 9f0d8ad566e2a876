import { z } from 'zod/mini';

/** Path of the socket.io server of alerts; the product token is the handshake's `auth.token`. */
export const ALERTS_LIVE_PATH = '/alerts/socket.io';

/** What has changed of what the caller may see: ask for it again. At most one a second of each kind is sent. */
export const ALERTS_CHANGES = ['episodes', 'notices', 'silence'] as const;
export const AlertsChange = z.object({ what: z.enum(ALERTS_CHANGES) });
export type AlertsChange = z.infer<typeof AlertsChange>;
