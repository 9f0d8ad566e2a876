import { readFileSync } from 'node:fs';

/** Returns the code block below `<!-- example: name -->`. @throws Error if the page has no such block. */
export function example(page: string, name: string): string {
  const text = readFileSync(new URL(`../../../${page}`, import.meta.url), 'utf8');
  const [, code] = new RegExp(`<!-- example: ${name} -->\\n\`\`\`\\w+\\n([\\s\\S]*?)\`\`\``).exec(text) ?? [];
  if (code === undefined) throw new Error(`${page} has no example ${name}`);
  return code;
}
