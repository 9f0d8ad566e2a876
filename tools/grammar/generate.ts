import { readFileSync } from 'node:fs';
import peggy from 'peggy';

const FOLDER = new URL('../../libs/contracts/src/query/', import.meta.url);
const GRAMMAR = new URL('grammar.peggy', FOLDER);
/** Stands beside the grammar, so that server and console parse without Peggy. */
export const PARSER = new URL('grammar.gen.ts', FOLDER);

/** The parser's source. @throws GrammarError */
export function generateParser(): string {
  const source = peggy.generate(readFileSync(GRAMMAR, 'utf8'), {
    output: 'source',
    format: 'es',
    grammarSource: 'grammar.peggy',
  });
  return `// @ts-nocheck\n${source}`;
}
