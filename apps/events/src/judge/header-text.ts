import { isUtf8 } from 'node:buffer';

/** Decodes a header: UTF-8 if valid, otherwise Latin-1, which HTTP SDKs write. */
export const headerText = (bytes: Buffer): string => bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1');
