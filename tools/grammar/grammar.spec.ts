import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { generateParser, PARSER } from './generate.ts';

it('the parser of event queries is the one of their grammar: npm run grammar', () => {
  expect(readFileSync(PARSER, 'utf8')).toBe(generateParser());
});
