import { z } from 'zod/mini';

/** `publish` keys may publish events. `read` keys may only validate events and read the conformance report. */
export const KEY_KINDS = ['publish', 'read'] as const;
/** Events of a `test` key are stored for a few days under 'Test data' and excluded from all counts. */
export const KEY_MODES = ['live', 'test'] as const;
export type KeyMode = (typeof KEY_MODES)[number];

/** The public part of a key's text. */
export const KeyId = z.string().check(z.regex(/^[a-z2-7]{8}$/));

const KEY = /^ptk_(live|test)_([a-z2-7]{8})_[0-9A-Za-z]{32}$/;

/** A key's text: `ptk_<live|test>_<id, 8 base32 characters>_<secret, 32 base62 characters>`. */
export const toKeyText = (mode: KeyMode, keyId: string, secret: string): string => `ptk_${mode}_${keyId}_${secret}`;

/** The id in a key's text; null if the text is not a key. */
export const keyIdOf = (text: string): string | null => KEY.exec(text)?.[2] ?? null;
