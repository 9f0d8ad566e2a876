/** Letters below U+0300 have only one form. */
const MAY_HAVE_ANOTHER_FORM = /[\u0300-\uffff]/;

/** Unicode NFC: `e` with a combining accent becomes `é`. */
export const composed = (text: string): string => (MAY_HAVE_ANOTHER_FORM.test(text) ? text.normalize('NFC') : text);

/**
 * Case-folds and composes a text, so that all spellings of its letters are equal. It lower-cases first for letters like the Kelvin
 * sign, then upper-cases for letters whose lower case depends on their position, and for `ß`, which matches `ss`.
 */
export const fold = (text: string): string => composed(composed(text).toLowerCase().toUpperCase());
