// The test environment for the suites of one worker: they share a global object, as the modules that they share need
// (shared-runtime.mjs).
import { TestEnvironment } from 'jest-environment-node';

let shared;

export default class SharedEnvironment extends TestEnvironment {
  isShared = true;

  constructor(config, context) {
    if (shared) return shared;
    super(config, context);
    shared = this;
  }

  /** Keeps the environment for the next suite. */
  async teardown() {}
}
