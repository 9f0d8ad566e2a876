import { statSync } from 'node:fs';
import TestSequencer from '@jest/test-sequencer';

/** The slow ones first, so that no core waits for one of them at the end. */
const ORDER = ['e2e', 'real', 'chaos', 'int', 'web', 'unit'];

export default class Sequencer extends TestSequencer {
  sort(tests) {
    const placeOf = ({ context }) => ORDER.indexOf(context.config.displayName.name);
    const sizes = new Map(tests.map(({ path }) => [path, statSync(path).size]));
    return [...tests].toSorted((a, b) => placeOf(a) - placeOf(b) || sizes.get(b.path) - sizes.get(a.path));
  }
}
