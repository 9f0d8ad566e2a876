import type { Api } from '../protocol/api.ts';
import { createAcls, deleteAcls, describeAcls } from './acls.ts';
import { incrementalAlterConfigs } from './alter-configs.ts';
import { apiVersions } from './api-versions.ts';
import { consumerGroupHeartbeat } from './consumer-group-heartbeat.ts';
import { createPartitions } from './create-partitions.ts';
import { createTopics } from './create-topics.ts';
import { deleteRecords } from './delete-records.ts';
import { deleteTopics } from './delete-topics.ts';
import { describeConfigs } from './describe-configs.ts';
import { fetch } from './fetch.ts';
import { findCoordinator } from './find-coordinator.ts';
import { deleteGroups, describeGroups, listGroups } from './group-admin.ts';
import { heartbeat, leaveGroup } from './group-liveness.ts';
import { initProducerId } from './init-producer-id.ts';
import { joinGroup } from './join-group.ts';
import { listOffsets } from './list-offsets.ts';
import { metadata } from './metadata.ts';
import { offsetCommit } from './offset-commit.ts';
import { offsetDelete } from './offset-delete.ts';
import { offsetFetch } from './offset-fetch.ts';
import { produce } from './produce.ts';
import { saslAuthenticate, saslHandshake } from './sasl.ts';
import { syncGroup } from './sync-group.ts';

const records = [produce, fetch, listOffsets, initProducerId, deleteRecords];
const topics = [metadata, createTopics, deleteTopics, createPartitions, describeConfigs, incrementalAlterConfigs];
const membership = [findCoordinator, joinGroup, syncGroup, heartbeat, leaveGroup, consumerGroupHeartbeat];
const groups = [offsetCommit, offsetFetch, offsetDelete, listGroups, describeGroups, deleteGroups];
const security = [saslHandshake, saslAuthenticate, createAcls, describeAcls, deleteAcls];
const all = [...records, ...topics, ...membership, ...groups, ...security];

/** All supported APIs by key. */
export const apis: ReadonlyMap<number, Api> = new Map([...all, apiVersions(all)].map((api) => [api.key, api]));
