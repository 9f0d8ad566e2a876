export const MAX_WHERE_LENGTH = 2_000;
export const MAX_TERMS = 100;
/** Maximum depth of groups in a query. */
export const MAX_DEPTH = 20;
/** Maximum different name patterns per query, such as `integration:a*`. The server compares each pattern with all names. */
export const MAX_NAME_PATTERNS = 20;
