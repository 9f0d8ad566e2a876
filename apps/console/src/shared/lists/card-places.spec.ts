import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Matches the source text that defines the columns of one table. */
const COLUMNS = /Column<[^\n]*>\[\](?: =>| =) \[([\s\S]*?)\n\s*\]/g;

describe('the columns of a table', () => {
  const tables = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx'))
    .flatMap((file) =>
      [...readFileSync(`${ROOT}/${file}`, 'utf8').matchAll(COLUMNS)].map(([columns]) => ({ file, columns })),
    );

  it('have different places on a card', () => {
    expect(tables.length).toBeGreaterThan(10);
    const shared = tables.flatMap(({ file, columns }) => {
      const places = [...columns.matchAll(/inCard: '(\w+)'/g)]
        .map(([, place]) => place)
        .filter((place) => place !== 'extra');
      return places.length === new Set(places).size ? [] : [`${file}: ${places.join(', ')}`];
    });
    expect(shared).toEqual([]);
  });
});
