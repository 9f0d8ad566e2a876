import { readFileSync, statSync } from 'node:fs';
import TestSequencer from '@jest/test-sequencer';

/** The slow ones first, so that no core waits for one of them at the end. */
const ORDER = ['e2e', 'real', 'chaos', 'int', 'web', 'unit'];
/**
 * Browser suites say in their first line (`// product: own, because …`) when they do not take the product of the one before.
 * Those that take it come last, so that it is never without a suite for long.
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
