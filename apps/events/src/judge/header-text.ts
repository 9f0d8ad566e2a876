import { isUtf8 } from 'node:buffer';

/** Decodes a header as UTF-8 if valid, otherwise as Latin-1, which HTTP SDKs write. */
export const headerText = (bytes: Buffer): string => bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1');
