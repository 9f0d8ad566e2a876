import type { ClickHouseSettings } from '@clickhouse/client';
import type { TableConfig } from '../../config.ts';

/** The kind of ClickHouse deployment, as far as table definitions depend on it. */
export type Deployment = { kind: TableConfig['CLICKHOUSE_DEPLOYMENT']; cluster: string };

/** One node, as on the one-machine stack. */
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

/** The path and replica name come from the server's macros and defaults. In the cloud every table is shared. */
export const engine = ({ kind }: Deployment, family: '' | 'Replacing' = ''): string =>
  `${kind === 'replicated' ? 'Replicated' : ''}${family}MergeTree`;

/** Number of recent inserts that are deduplicated by token (see event-store.ts). */
const WINDOW = 1_000;

/** Replicated tables have their own setting; the cloud sets it itself. */
export const insertWindow = ({ kind }: Deployment): string[] => {
  if (kind === 'single') return [`non_replicated_deduplication_window = ${WINDOW}`];
  return kind === 'replicated' ? [`replicated_deduplication_window = ${WINDOW}`] : [];
};

/** Waits for a majority of replicas before acknowledging an insert, so that sequential reads see it; one insert at a time. */
export const writeSettings = ({ kind }: Deployment): ClickHouseSettings =>
  kind === 'replicated' ? { insert_quorum: 'auto', insert_quorum_parallel: 0 } : {};
