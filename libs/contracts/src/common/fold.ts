/** Below U+0300 a letter has one form only. */
const MAY_HAVE_ANOTHER_FORM = /[\u0300-\uffff]/;

/** The same letters in one form: `e` with a combining accent becomes `é` (NFC). */
export const composed = (text: string): string => (MAY_HAVE_ANOTHER_FORM.test(text) ? text.normalize('NFC') : text);

/**
 * The same text for every way of writing its letters: in any case, composed or not. Lower case first, for letters like the
 * Kelvin sign; then upper case, for letters whose lower case depends on where they stand, and for `ß`, which is found by `ss`.
 */
export const fold = (text: string): string => composed(composed(text).toLowerCase().toUpperCase());
