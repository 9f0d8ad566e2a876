import { z } from 'zod/mini';

/** What a key may do: publish events, or only read what it publishes about (validate, conformance). */
export const KEY_KINDS = ['publish', 'read'] as const;
/** `test`: its events are kept for a few days behind 'Test data' and count nowhere. */
export const KEY_MODES = ['live', 'test'] as const;
export type KeyKind = (typeof KEY_KINDS)[number];
export type KeyMode = (typeof KEY_MODES)[number];

/** The part of a key's text that is no secret. */
export const KeyId = z.string().check(z.regex(/^[a-z2-7]{8}$/));

const KEY = /^ptk_(live|test)_([a-z2-7]{8})_[0-9A-Za-z]{32}$/;

/** A key's text is `ptk_<live|test>_<8 of base32, its id>_<32 of base62, the secret>`. */
export const toKeyText = (mode: KeyMode, keyId: string, secret: string): string => `ptk_${mode}_${keyId}_${secret}`;

/** The id in a key's text; null of what is no key. */
export const keyIdOf = (text: string): string | null => KEY.exec(text)?.[2] ?? null;
