import type { ClickHouseSettings } from '@clickhouse/client';
import type { TableConfig } from '../../config.ts';

/** The kind of ClickHouse deployment, as far as table definitions depend on it. */
export type Deployment = { kind: TableConfig['CLICKHOUSE_DEPLOYMENT']; cluster: string };

/** A deployment with one node, as in the one-machine stack. */
export const SINGLE: Deployment = { kind: 'single', cluster: '' };

export const deploymentOf = (
  config: Pick<TableConfig, 'CLICKHOUSE_DEPLOYMENT' | 'CLICKHOUSE_CLUSTER'>,
): Deployment => ({
  kind: config.CLICKHOUSE_DEPLOYMENT,
  cluster: config.CLICKHOUSE_CLUSTER,
});

/** The clause that runs a statement on every node of a cluster. */
export const onCluster = ({ kind, cluster }: Deployment): string =>
  kind === 'replicated' ? ` ON CLUSTER '${cluster}'` : '';

/**
 * The engine of a table. Path and replica name come from the server's macros and defaults. A `cloud` service shares every table without a
 * special engine.
 */
export const engine = ({ kind }: Deployment, family: '' | 'Replacing' = ''): string =>
  `${kind === 'replicated' ? 'Replicated' : ''}${family}MergeTree`;

/** Number of recent inserts that are deduplicated by token (see event-store.ts). */
const WINDOW = 1_000;

/** The table setting for {@link WINDOW}. Replicated tables have a separate setting; the cloud has its own value. */
export const insertWindow = ({ kind }: Deployment): string[] => {
  if (kind === 'single') return [`non_replicated_deduplication_window = ${WINDOW}`];
  return kind === 'replicated' ? [`replicated_deduplication_window = ${WINDOW}`] : [];
};

/** Settings of writes. Replicas run one insert at a time, and acknowledge it by majority, so that sequential reads see its rows. */
export const writeSettings = ({ kind }: Deployment): ClickHouseSettings =>
  kind === 'replicated' ? { insert_quorum: 'auto', insert_quorum_parallel: 0 } : {};
