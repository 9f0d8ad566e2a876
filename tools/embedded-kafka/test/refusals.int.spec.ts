import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { consumerGroupHeartbeat } from '../src/apis/consumer-group-heartbeat.ts';
import { findCoordinator } from '../src/apis/find-coordinator.ts';
import type { Broker } from '../src/index.ts';
import { ErrorCode } from '../src/protocol/error-code.ts';
import { RawClient } from './raw-client.ts';
import { startTestBroker, temporaryFolder } from './support.ts';

const TRANSACTION_KEY = 1;

const folder = temporaryFolder();
let broker: Broker;
let connection: RawClient;
beforeAll(async () => {
  broker = await startTestBroker(folder.path);
  connection = await RawClient.connect(broker.port);
});
afterAll(async () => {
  connection.close();
  await broker.close();
  folder.remove();
});

describe('the broker', () => {
  it.each([1, 2, 3, 4])(
    'rejects transactions with an error that every client treats as final (request version %i)',
    async (version) => {
      const body = { key: 'payments', keyType: TRANSACTION_KEY, coordinatorKeys: ['payments'] };
      const { coordinators, ...single } = await connection.call(findCoordinator, version, body);
      expect(version < 4 ? single : coordinators[0]).toMatchObject({
        errorCode: ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED,
        errorMessage: 'transactions are not supported',
      });
    },
  );

  it.each([0, 1])(
    'rejects groups with the consumer protocol, and names the setting to use instead (request version %i)',
    async (version) => {
      const body = {
        groupId: 'readers',
        memberId: 'one',
        memberEpoch: 0,
        instanceId: null,
        rackId: null,
        rebalanceTimeoutMs: 300_000,
        subscribedTopicNames: ['events'],
        subscribedTopicRegex: null,
        serverAssignor: null,
        topicPartitions: [],
      };
      expect(await connection.call(consumerGroupHeartbeat, version, body)).toMatchObject({
        errorCode: ErrorCode.UNSUPPORTED_VERSION,
        errorMessage: expect.stringContaining('group.protocol=classic'),
        assignment: -1,
      });
    },
  );
});
