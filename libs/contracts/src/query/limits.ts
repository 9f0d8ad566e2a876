/** Maximum length of a query, number of terms, and depth of groups. */
export const MAX_WHERE_LENGTH = 2_000;
export const MAX_TERMS = 100;
export const MAX_DEPTH = 20;
/** Maximum different name patterns per query, such as `integration:a*`: each scans all names. */
export const MAX_NAME_PATTERNS = 20;
