import type { ClickHouseSettings } from '@clickhouse/client';
import type { TableConfig } from '../../config.ts';

/** How ClickHouse is deployed, as far as statements that make tables differ by it. */
export type Deployment = { kind: TableConfig['CLICKHOUSE_DEPLOYMENT']; cluster: string };

/** One node, as on the one-machine stack. */
export const SINGLE: Deployment = { kind: 'single', cluster: '' };

export const deploymentOf = (
  config: Pick<TableConfig, 'CLICKHOUSE_DEPLOYMENT' | 'CLICKHOUSE_CLUSTER'>,
): Deployment => ({
  kind: config.CLICKHOUSE_DEPLOYMENT,
  cluster: config.CLICKHOUSE_CLUSTER,
});

/** The clause by which a statement runs on every node of a cluster. */
export const onCluster = ({ kind, cluster }: Deployment): string =>
  kind === 'replicated' ? ` ON CLUSTER '${cluster}'` : '';

/** With the path and the name of the replica that the server's macros and defaults say. In the cloud every table is shared. */
export const engine = ({ kind }: Deployment, family: '' | 'Replacing' = ''): string =>
  `${kind === 'replicated' ? 'Replicated' : ''}${family}MergeTree`;

/** How many inserts back one is recognised that was marked like another (see event-store.ts). */
const WINDOW = 1_000;

/** Replicas count the same in a setting of their own; the cloud sets it itself. */
export const insertWindow = ({ kind }: Deployment): string[] => {
  if (kind === 'single') return [`non_replicated_deduplication_window = ${WINDOW}`];
  return kind === 'replicated' ? [`replicated_deduplication_window = ${WINDOW}`] : [];
};

/** So that a majority of the replicas has an insert before it is acknowledged, and sequential reads know of it; one at a time. */
export const writeSettings = ({ kind }: Deployment): ClickHouseSettings =>
  kind === 'replicated' ? { insert_quorum: 'auto', insert_quorum_parallel: 0 } : {};
