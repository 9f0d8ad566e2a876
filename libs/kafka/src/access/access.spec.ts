import { describe, expect, it } from '@jest/globals';
import { INTEGRATION_EVENTS_TOPIC } from '@portico/contracts/events/integration-event';
import { AclOperationTypes, AclResourceTypes } from '../client.ts';
import { TOPICS } from '../topics.ts';
import { ACCESS } from './access.ts';
import { serviceAcls } from './acls.ts';

describe('who may do what in Kafka', () => {
  it('has one writer for every topic', () => {
    for (const { name } of TOPICS) {
      const writers = Object.keys(ACCESS).filter((service) => ACCESS[service]?.writes.includes(name));
      expect({ name, writers }).toEqual({ name, writers: [expect.any(String)] });
    }
  });

  it('names topics of the product alone', () => {
    const names = new Set(TOPICS.map(({ name }) => name));
    const named = Object.values(ACCESS).flatMap(({ writes, reads }) => [...writes, ...reads]);
    expect(named.filter((name) => !names.has(name))).toEqual([]);
  });

  it('lets nobody delete, and one service change ACLs', () => {
    const acls = serviceAcls();
    const writes = acls.filter(({ operation }) => operation === AclOperationTypes.WRITE);
    expect(writes.filter(({ resourceName }) => resourceName === INTEGRATION_EVENTS_TOPIC)).toHaveLength(1);
    const strong = new Set([AclOperationTypes.DELETE, AclOperationTypes.ALL]);
    expect(acls.filter(({ operation }) => strong.has(operation))).toEqual([]);
    const onCluster = acls.filter(({ resourceType }) => resourceType === AclResourceTypes.CLUSTER);
    expect(new Set(onCluster.map(({ principal }) => principal))).toEqual(new Set(['User:portico-events']));
  });
});
