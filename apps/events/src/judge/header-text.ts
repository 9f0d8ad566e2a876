import { isUtf8 } from 'node:buffer';

/** The text of a header's bytes: UTF-8 where they are that, else Latin-1, which SDKs of HTTP write. */
export const headerText = (bytes: Buffer): string => bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1');
