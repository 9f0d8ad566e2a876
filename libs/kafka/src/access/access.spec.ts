import { describe, expect, it } from '@jest/globals';
import { AUDIT_TOPIC } from '@portico/contracts/events/audit';
import { DOOR_TOPIC_PREFIX, INTEGRATION_EVENTS_TOPIC } from '@portico/contracts/events/integration-event';
import { AclOperationTypes, AclPermissionTypes, AclResourceTypes, ResourcePatternTypes } from '../client.ts';
import { TOPICS } from '../topics.ts';
import { ACCESS, ADMINISTRATOR } from './access.ts';
import { compareAcls, inWords } from './acl-check.ts';
import { serviceAcls, toAclEntry } from './acls.ts';
import { type AccessRule, accessRules, publisherRules } from './rules.ts';

const names = (topics: readonly { name: string }[]): string[] => topics.map(({ name }) => name);
const principals = (rules: readonly AccessRule[]): string[] => [...new Set(rules.map(({ principal }) => principal))];

describe('access to Kafka', () => {
  it('gives every topic one writer, the service that the topic is named after', () => {
    for (const { name } of TOPICS) {
      const writers = Object.keys(ACCESS).filter((service) => ACCESS[service]?.writes.includes(name));
      const owner = name.split('.')[0];
      const expected = owner === 'integration' ? ['events'] : [owner];
      // Every service writes the audit log.
      expect({ name, writers }).toEqual({ name, writers: owner === 'audit' ? Object.keys(ACCESS) : expected });
    }
  });

  it('lists only topics of the product', () => {
    const named = Object.values(ACCESS).flatMap(({ writes, reads }) => [...writes, ...reads]);
    expect(named.filter((name) => !names(TOPICS).includes(name))).toEqual([]);
  });

  it('lets a service write and create only its own topics, and lets no service delete topics', () => {
    const rules = accessRules().filter(({ principal }) => principal !== `User:${ADMINISTRATOR}`);
    for (const { name } of TOPICS) {
      const changing = rules.filter((rule) => rule.resourceName === name && /^(WRITE|CREATE)$/.test(rule.operation));
      expect({ name, writers: principals(changing).length }).toEqual({
        name,
        writers: name === AUDIT_TOPIC ? Object.keys(ACCESS).length : 1,
      });
    }
    expect(accessRules().filter(({ operation }) => ['DELETE', 'ALL'].includes(operation))).toEqual([]);
    expect(accessRules().filter(({ resourceType }) => resourceType === 'TRANSACTIONAL_ID')).toEqual([]);
  });

  it('lets only services that create topics change ACLs, and lets the administrator neither read nor write', () => {
    const alters = accessRules().filter((rule) => rule.resourceType === 'CLUSTER' && rule.operation === 'ALTER');
    const makers = Object.keys(ACCESS).filter((service) => ACCESS[service]?.makes !== undefined);
    expect(principals(alters)).toEqual([
      ...makers.map((service) => `User:portico-${service}`),
      `User:${ADMINISTRATOR}`,
    ]);
    const ofAdministrator = accessRules().filter(({ principal }) => principal === `User:${ADMINISTRATOR}`);
    expect(ofAdministrator.filter(({ operation }) => ['READ', 'WRITE'].includes(operation))).toEqual([]);
  });

  it("reserves a service's consumer groups for that service", () => {
    const groups = accessRules().filter(({ resourceType }) => resourceType === 'GROUP');
    for (const { principal, resourceName } of groups)
      expect(principal).toBe(`User:portico-${resourceName.slice(0, -1)}`);
    expect(principals(groups)).toHaveLength(Object.keys(ACCESS).length);
  });
});

describe('a comparison of ACLs', () => {
  const entry = (change: Partial<AccessRule>) =>
    toAclEntry({
      principal: 'User:payroll',
      resourceType: 'TOPIC',
      resourceName: 'orgs.membership.v1',
      patternType: 'LITERAL',
      operation: 'WRITE',
      permission: 'ALLOW',
      ...change,
    });
  const own = { principal: 'User:portico-billing' };

  it('finds no difference when the ACLs match what services and publishers need', () => {
    const key = publisherRules('k3ya2b4c', `${DOOR_TOPIC_PREFIX}7`);
    const present = [
      ...serviceAcls(),
      ...[...publisherRules('payroll'), ...publisherRules('ANONYMOUS'), ...key].map(toAclEntry),
    ];
    expect(compareAcls(present)).toEqual({ missing: [], superfluous: [], dangerous: [] });
  });

  it('finds missing ACLs', () => {
    const [first, ...others] = serviceAcls();
    expect(compareAcls(others)).toEqual({ missing: [first], superfluous: [], dangerous: [] });
    expect(compareAcls([]).missing).toEqual(serviceAcls());
  });

  it.each([
    entry(own),
    entry({ ...own, principal: 'User:portico-other', operation: 'READ' }),
    entry({ ...own, resourceName: 'billing.purchase.v1', permission: 'DENY' }),
    entry({ ...own, resourceName: 'orgs.', patternType: 'PREFIXED' }),
    entry({ ...own, resourceName: '*' }),
    entry({ ...own, resourceType: 'GROUP', resourceName: 'events.ingest', operation: 'READ' }),
    entry({ ...own, resourceType: 'CLUSTER', resourceName: 'kafka-cluster', operation: 'ALTER' }),
  ])('reports an ACL of a product principal as superfluous if the access table does not list it (%#)', (acl) => {
    expect(compareAcls([...serviceAcls(), acl])).toEqual({ missing: [], superfluous: [acl], dangerous: [] });
  });

  it('ignores ACLs of topics and groups outside the product', () => {
    const elsewhere = [
      entry({ ...own, resourceName: 'ledger' }),
      entry({ ...own, resourceType: 'GROUP', resourceName: 'eventsourcing', operation: 'READ' }),
      entry({ resourceName: 'org', patternType: 'LITERAL' }),
      entry({ resourceName: 'orgs.membership.v2', patternType: 'PREFIXED' }),
    ];
    expect(compareAcls([...serviceAcls(), ...elsewhere])).toEqual({ missing: [], superfluous: [], dangerous: [] });
  });

  it.each([
    entry({}),
    entry({ principal: 'User:*' }),
    entry({ operation: 'ALL' }),
    entry({ operation: 'DELETE' }),
    entry({ operation: 'ALTER_CONFIGS' }),
    entry({ resourceName: '*' }),
    entry({ resourceName: 'integration.', patternType: 'PREFIXED' }),
    entry({ resourceName: 'integration.doors.v1' }),
    entry({ resourceName: INTEGRATION_EVENTS_TOPIC, operation: 'DELETE' }),
    entry({ resourceName: INTEGRATION_EVENTS_TOPIC, principal: 'User:*' }),
    entry({ resourceName: INTEGRATION_EVENTS_TOPIC, principal: 'User:k3ya2b4c' }),
    entry({ resourceName: 'integration.events', patternType: 'PREFIXED', principal: 'User:*' }),
    entry({ resourceName: DOOR_TOPIC_PREFIX, patternType: 'PREFIXED', principal: 'User:k3ya2b4c' }),
    entry({ resourceName: `${DOOR_TOPIC_PREFIX}7` }),
    entry({ resourceType: 'GROUP', resourceName: 'events.rejected', operation: 'READ' }),
    entry({ resourceType: 'GROUP', resourceName: '*', operation: 'READ' }),
    entry({ resourceType: 'CLUSTER', resourceName: 'kafka-cluster', operation: 'ALTER' }),
  ])('reports an ACL of another principal as dangerous (%#)', (acl) => {
    expect(compareAcls([...serviceAcls(), acl])).toEqual({ missing: [], superfluous: [], dangerous: [acl] });
    expect(compareAcls([...serviceAcls(), acl], [acl.principal]).dangerous).toEqual([]);
  });

  it('does not report as dangerous an ACL that denies access, or that permits only reading or publishing', () => {
    const harmless = [
      entry({ permission: 'DENY' }),
      entry({ operation: 'READ' }),
      entry({ resourceName: INTEGRATION_EVENTS_TOPIC }),
      entry({ resourceType: 'GROUP', resourceName: 'payroll', operation: 'READ' }),
      entry({ resourceType: 'CLUSTER', resourceName: 'kafka-cluster', operation: 'IDEMPOTENT_WRITE' }),
    ];
    expect(compareAcls(harmless).dangerous).toEqual([]);
  });

  it('describes an ACL in words', () => {
    const acl = {
      principal: 'User:payroll',
      host: '10.0.0.1',
      resourceType: AclResourceTypes.TOPIC,
      resourceName: 'orgs.',
      resourcePatternType: ResourcePatternTypes.PREFIXED,
      operation: AclOperationTypes.WRITE,
      permissionType: AclPermissionTypes.ALLOW,
    };
    expect(inWords(acl)).toBe('User:payroll allow WRITE on topic orgs.* from 10.0.0.1');
  });
});
