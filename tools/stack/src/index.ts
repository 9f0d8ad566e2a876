export { startClickHouse } from './clickhouse/index.ts';
export type { RunningClickHouse } from './clickhouse/index.ts';
export { startEngines } from './engines.ts';
export { startKafka } from './kafka/index.ts';
export { startPostgres } from './postgres/index.ts';
export { buildServices } from './launcher/build.ts';
export { serviceMemory } from './service-memory.ts';
export { partsOf } from './service-parts.ts';
export { dataDirOf, readStack } from './stack-file.ts';
