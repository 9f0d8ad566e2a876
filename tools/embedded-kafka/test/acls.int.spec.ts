import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import kafkajs from 'kafkajs';
import type { Admin, Kafka } from 'kafkajs';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fetch } from '../src/apis/fetch.ts';
import { findCoordinator } from '../src/apis/find-coordinator.ts';
import { metadata } from '../src/apis/metadata.ts';
import { produce } from '../src/apis/produce.ts';
import type { Broker, NewAcl } from '../src/index.ts';
import { RawClient, produceBody } from './raw-client.ts';
import { connectAs } from './sasl-client.ts';
import { batch, client, consume, startTestBroker, temporaryFolder } from './support.ts';

const users = { admin: 'admin-secret', alice: 'alice-secret', bob: 'bob-secret' };
const folder = temporaryFolder();
let broker: Broker;
let admin: Admin;
const start = () =>
  startTestBroker(folder.path, {
    sasl: { users },
    authorizer: {
      superUsers: ['User:admin'],
      acls: [{ principal: 'User:ANONYMOUS', operation: 'WRITE', resourceType: 'TOPIC', resourceName: 'public' }],
    },
  });
const as = (username: keyof typeof users): Kafka => {
  return client(broker.address, 'test', { mechanism: 'plain', username, password: users[username] });
};
beforeAll(async () => {
  broker = await start();
  admin = as('admin').admin();
  await admin.connect();
  const topics = ['public', 'orders', 'letters'].map((topic) => ({ topic, numPartitions: 1 }));
  await admin.createTopics({ topics });
});
afterAll(async () => {
  await admin.disconnect();
  await broker.close();
  folder.remove();
});

const { ResourcePatternTypes, AclResourceTypes, AclOperationTypes, AclPermissionTypes } = kafkajs;
const anyAcl = {
  resourceType: AclResourceTypes.ANY,
  resourcePatternType: ResourcePatternTypes.ANY,
  operation: AclOperationTypes.ANY,
  permissionType: AclPermissionTypes.ANY,
};
const allow = ({ principal, resourceName, operation, resourceType }: NewAcl) =>
  admin.createAcls({
    acl: [
      {
        principal,
        resourceName,
        host: '*',
        resourceType: AclResourceTypes[resourceType as 'TOPIC' | 'GROUP'],
        operation: AclOperationTypes[operation as 'READ' | 'WRITE' | 'CREATE'],
        resourcePatternType: ResourcePatternTypes.LITERAL,
        permissionType: AclPermissionTypes.ALLOW,
      },
    ],
  });
const withdraw = (principal: string) => admin.deleteAcls({ filters: [{ ...anyAcl, principal }] });
const send = async (connection: RawClient, topic: string) => {
  const { responses } = await connection.call(produce, 9, produceBody({ topic }, batch(['x'])));
  return responses[0]?.partitions[0]?.errorCode;
};

describe('a broker with an authorizer', () => {
  it('limits an anonymous client to the permissions of ANONYMOUS', async () => {
    const stranger = await RawClient.connect(broker.port);
    expect([await send(stranger, 'public'), await send(stranger, 'orders'), await send(stranger, 'nowhere')]).toEqual([
      0, 29, 29,
    ]);
    const all = await stranger.call(metadata, 9, { topics: null });
    expect(all.topics.map(({ name }) => name)).toEqual(['public']);
    stranger.close();
  });

  it('lets a client write and read what an ACL allows', async () => {
    await allow({ principal: 'User:alice', operation: 'WRITE', resourceType: 'TOPIC', resourceName: 'orders' });
    await allow({ principal: 'User:bob', operation: 'READ', resourceType: 'TOPIC', resourceName: 'orders' });
    await allow({ principal: 'User:bob', operation: 'READ', resourceType: 'GROUP', resourceName: 'readers' });
    const producer = as('alice').producer({ idempotent: true });
    await producer.connect();
    await producer.send({ topic: 'orders', messages: [{ value: 'one' }] });
    await producer.disconnect();
    expect(await consume(as('bob'), 'orders', 1, 'readers')).toHaveLength(1);
    const bob = await connectAs(broker.port, 'bob', users.bob);
    const body = { key: '', coordinatorKeys: ['readers', 'others'] };
    const { coordinators } = await bob.call(findCoordinator, 4, body);
    expect(coordinators.map(({ errorCode }) => errorCode)).toEqual([0, 30]);
    bob.close();
  });

  it('revokes the permissions of an open connection when an ACL is deleted', async () => {
    const connection = await connectAs(broker.port, 'alice', users.alice);
    expect(await send(connection, 'orders')).toBe(0);
    await withdraw('User:alice');
    expect(await send(connection, 'orders')).toBe(29);
    await allow({ principal: 'User:alice', operation: 'WRITE', resourceType: 'TOPIC', resourceName: 'orders' });
    expect(await send(connection, 'orders')).toBe(0);
    connection.close();
  });

  it('returns no records to a waiting fetch if its ACL is deleted before the records arrive', async () => {
    await allow({ principal: 'User:bob', operation: 'READ', resourceType: 'TOPIC', resourceName: 'letters' });
    const [reader, writer] = [
      await connectAs(broker.port, 'bob', users.bob),
      await connectAs(broker.port, 'admin', users.admin),
    ];
    const partitions = [{ partition: 0, fetchOffset: 0, partitionMaxBytes: 10_000 }];
    const wait = { replicaId: -1, maxWaitMs: 20_000, minBytes: 1, maxBytes: 10_000, isolationLevel: 0 };
    const waiting = reader.call(fetch, 11, { ...wait, topics: [{ topic: 'letters', partitions }] });
    await withdraw('User:bob');
    await send(writer, 'letters');
    expect((await waiting).responses[0]?.partitions[0]).toMatchObject({ errorCode: 29, records: Buffer.alloc(0) });
    reader.close();
    writer.close();
  });

  it('creates an unknown topic for a client with permission', async () => {
    await allow({ principal: 'User:alice', operation: 'WRITE', resourceType: 'TOPIC', resourceName: 'fresh' });
    const connection = await connectAs(broker.port, 'alice', users.alice);
    const ask = async () => {
      const body = { topics: [{ name: 'fresh' }], allowAutoTopicCreation: true };
      return (await connection.call(metadata, 9, body)).topics[0]?.errorCode;
    };
    expect(await ask()).toBe(29);
    await allow({ principal: 'User:alice', operation: 'CREATE', resourceType: 'TOPIC', resourceName: 'fresh' });
    expect(await ask()).toBe(0);
    connection.close();
  });

  it('rejects changes of ACLs by a client without permission to ALTER the cluster', async () => {
    const other = as('bob').admin();
    await other.connect();
    await expect(other.describeAcls(anyAcl)).rejects.toThrow(/Cluster authorization failed/i);
    await expect(other.deleteAcls({ filters: [anyAcl] })).rejects.toThrow(/Cluster authorization failed/i);
    await other.disconnect();
    expect((await admin.describeAcls({ ...anyAcl, principal: 'User:ANONYMOUS' })).resources).toHaveLength(1);
  });

  it('keeps ACLs over a restart, and does not restore deleted ACLs', async () => {
    await allow({ principal: 'User:alice', operation: 'READ', resourceType: 'TOPIC', resourceName: 'kept' });
    await withdraw('User:ANONYMOUS');
    await admin.disconnect();
    await broker.close();
    broker = await start();
    admin = as('admin').admin();
    await admin.connect();
    const { resources } = await admin.describeAcls(anyAcl);
    const found = resources.flatMap(({ resourceName, acls }) =>
      acls.map(({ principal }) => `${principal} ${resourceName}`),
    );
    expect(found).toContain('User:alice kept');
    expect(found).not.toContain('User:ANONYMOUS public');
  });

  it('does not start if its ACLs are unreadable', async () => {
    await admin.disconnect();
    await broker.close();
    const file = join(folder.path, 'acls.json');
    writeFileSync(file, '{"format":1,"acls":[{"resour');
    await expect(start()).rejects.toMatchObject({ name: 'StartError', message: expect.stringContaining(file) });
    writeFileSync(file, '{"format":1,"acls":[]}');
    broker = await start();
    admin = as('admin').admin();
    await admin.connect();
    expect((await admin.describeAcls(anyAcl)).resources).toEqual([]);
  });
});

describe('a broker without an authorizer', () => {
  it('permits all requests except requests about ACLs', async () => {
    const own = temporaryFolder();
    const other = await startTestBroker(own.path, { sasl: { users } });
    const open = client(other.address).admin();
    await open.connect();
    await open.createTopics({ topics: [{ topic: 'open', numPartitions: 1 }] });
    await expect(open.describeAcls(anyAcl)).rejects.toThrow(/Security features are disabled/i);
    await open.disconnect();
    await other.close();
    own.remove();
  });
});
