/** Longest text of a query, most terms of one, and how deep groups may be. */
export const MAX_WHERE_LENGTH = 2_000;
export const MAX_TERMS = 100;
export const MAX_DEPTH = 20;
/** Most different patterns of names in one query, like `integration:a*`: all names are looked through for each. */
export const MAX_NAME_PATTERNS = 20;
