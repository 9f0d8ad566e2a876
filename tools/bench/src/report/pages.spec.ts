import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { pages } from './main.ts';

it.each(Object.entries(pages()))('docs/%s matches the measured figures (npm run bench -- report)', (path, page) => {
  expect(readFileSync(new URL(`../../../../docs/${path}`, import.meta.url), 'utf8')).toBe(page);
});
