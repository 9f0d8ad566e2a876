// Sets the addresses of this jest worker's engines, which global-setup.mjs has started.
const { JEST_WORKER_ID = '1', PORTICO_TEST_ENGINES = '[]' } = process.env;
Object.assign(process.env, JSON.parse(PORTICO_TEST_ENGINES)[Number(JEST_WORKER_ID) - 1]);
