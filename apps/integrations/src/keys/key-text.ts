import { createHash, randomBytes, randomInt } from 'node:crypto';
import { type KeyMode, toKeyText } from '@portico/contracts/common/keys';

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Number of random characters in a key's secret, which have 190 bits. */
const SECRET_LENGTH = 32;

/** SHA-256 of a key's text. The text contains a long random secret, so a slow hash would not add security. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

export const newKey = (mode: KeyMode): { text: string; keyId: string; hash: string } => {
  const keyId = [...randomBytes(8)].map((byte) => BASE32[byte % BASE32.length]).join('');
  const secret = Array.from({ length: SECRET_LENGTH }, () => BASE62[randomInt(BASE62.length)]).join('');
  const text = toKeyText(mode, keyId, secret);
  return { text, keyId, hash: hashOf(text) };
};
