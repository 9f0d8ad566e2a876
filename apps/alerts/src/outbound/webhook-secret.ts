import { randomBytes } from 'node:crypto';

export const SECRET_PREFIX = 'whsec_';
/** Bytes of a secret: the Standard Webhooks specification asks for 24 to 64. */
const SECRET_BYTES = 32;

export const newWebhookSecret = (): string => `${SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
