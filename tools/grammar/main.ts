// `npm run grammar` writes the parser of event queries from its grammar.
import { writeFileSync } from 'node:fs';
import { generateParser, PARSER } from './generate.ts';

writeFileSync(PARSER, generateParser());
