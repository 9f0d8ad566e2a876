// Jest's module loader for the suites of one worker, which share the loaded modules of packages and of `src` folders: loading
// them again takes more processor time than most suites need for their tests. Each suite loads its own spec file, the modules
// of `test` and `testing` folders and of the test kit, and Jest's test runner. A suite in an environment of its own shares
// nothing. It relies on fields of Jest's loader that are not documented.
import Runtime from 'jest-runtime';

/** Names of modules in Jest's registry that no two suites share: among them are all that import Jest's globals. */
const UNSHARED = /^@jest\/globals\/|\.spec\.ts$|\/test(ing)?\/|\/tools\/testkit\//;
/** The property of the global object where Jest's test runner keeps its listeners. */
const LISTENERS = Symbol.for('EVENT_HANDLERS');

let shared;

export default class SharedRuntime extends Runtime {
  #globalObject;

  constructor(config, environment, resolver, transformer, cacheFS, coverage, testPath, globalConfig) {
    if (shared && environment.isShared) {
      Object.assign(shared, { _testPath: testPath });
      shared.testState.state = 'loading';
      return shared;
    }
    super(config, environment, resolver, transformer, cacheFS, coverage, testPath, globalConfig);
    if (!environment.isShared) return;
    this.#globalObject = environment.global;
    shared = this;
  }

  teardown() {
    if (this !== shared) return super.teardown();
    this.restoreAllMocks();
    const { esModuleRegistry, internalModuleRegistry } = this.registries;
    for (const name of esModuleRegistry.keys()) if (UNSHARED.test(name)) esModuleRegistry.delete(name);
    internalModuleRegistry.clear();
    this.jestGlobals.clearJestObjectCache();
    delete this.#globalObject[LISTENERS];
  }
}
