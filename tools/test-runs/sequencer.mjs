import { readFileSync, statSync } from 'node:fs';
import TestSequencer from '@jest/test-sequencer';

/** Order of the projects: slow suites first, so that no core waits for a slow suite at the end. */
const ORDER = ['e2e', 'real', 'chaos', 'int', 'web', 'unit'];
/**
 * Order of the browser suites: first the suites that start products themselves, then the suites that need a new product. The first line
 * of such a suite states this (`// product: own, because …`). Suites that reuse a product come last, so that a product is always in use.
 */
const PRODUCTS = ['own', 'new', undefined];
const productOf = (path) => /^\/\/ product: (\w+)/.exec(readFileSync(path, 'utf8'))?.[1];

export default class Sequencer extends TestSequencer {
  sort(tests) {
    const placeOf = ({ context }) => ORDER.indexOf(context.config.displayName.name);
    const products = new Map(tests.map(({ path }) => [path, PRODUCTS.indexOf(productOf(path))]));
    const sizes = new Map(tests.map(({ path }) => [path, statSync(path).size]));
    return [...tests].toSorted(
      (a, b) =>
        placeOf(a) - placeOf(b) || products.get(a.path) - products.get(b.path) || sizes.get(b.path) - sizes.get(a.path),
    );
  }
}
