/** Condition for a case-insensitive substring; what the user types is literal, `%`, `_` and `\` included. */
export const containing = (text: string): { $ilike: string } => ({
  $ilike: `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`,
});
