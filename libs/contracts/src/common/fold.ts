/** Matches characters that NFC may change. NFC changes no text that contains only characters below U+0300. */
const MAY_HAVE_ANOTHER_FORM = /[\u0300-\uffff]/;

/** Unicode NFC: `e` with a combining accent becomes `é`. */
export const composed = (text: string): string => (MAY_HAVE_ANOTHER_FORM.test(text) ? text.normalize('NFC') : text);

/**
 * Case-folds and composes a text, so that all spellings of its letters are equal. Lower-casing handles letters like the Kelvin sign.
 * Upper-casing then handles `ß`, which matches `ss`, and letters whose lower case depends on their position.
 */
export const fold = (text: string): string => composed(composed(text).toLowerCase().toUpperCase());
