/** A word of a shell command, whatever is in it. */
export const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Lines that give a command a new id of 32 hex digits and the time. */
export const SHELL_VARIABLES = `ID=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \\n')
NOW=$(date -u +%Y-%m-%dT%H:%M:%SZ)`;
