// needs: apache-kafka
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { purchaseChanged } from '@portico/contracts/events/billing';
import { userChanged } from '@portico/contracts/events/identity';
import {
  doorTopic,
  DOORS_TOPIC,
  INTEGRATION_EVENTS_TOPIC,
  REJECTED_EVENTS_TOPIC,
} from '@portico/contracts/events/integration-event';
import { membershipChanged } from '@portico/contracts/events/orgs';
import { KAFKA_TOKEN_AUDIENCE, KAFKA_TOKEN_ISSUER } from '@portico/contracts/http/oauth';
import { eventually, type GuardedKafka, startGuardedKafka } from '@portico/testkit';
import { ACCESS, principalOf } from '../src/access/access.ts';
import { publisherRules } from '../src/access/rules.ts';
import { toAclEntry } from '../src/access/acls.ts';
import { TOPICS } from '../src/topics.ts';
import { KEY, type People, peopleAt } from './people.ts';

const NOT_ALLOWED = /not authorized|authorization failed/i;
/** Errors of joining a group without permission. kafkajs often only reports that it found no coordinator. */
const NOT_IN_GROUP = /not authorized|failed to find group coordinator/i;
const SOON = 30_000;

describe('Apache Kafka set up as in the guide', () => {
  let dataDir: string;
  let guarded: GuardedKafka;
  let people: People;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'portico-acls-'));
    guarded = await startGuardedKafka(dataDir);
    people = peopleAt(guarded);
    // Create the same topic and ACLs for an integration's key as the events service does.
    await people.asAdmin('admin', async (admin) => {
      await admin.createTopics({ topics: [{ topic: doorTopic(70_810) }, { topic: doorTopic(70_811) }] });
      await admin.createAcls({ acl: publisherRules(KEY, doorTopic(70_810)).map(toAclEntry) });
    });
    // The first request for a coordinator waits until the offsets topic exists.
    const first = { groupId: 'first', topics: [INTEGRATION_EVENTS_TOPIC] };
    await eventually(
      () => people.asAdmin('admin', (admin) => admin.fetchOffsets(first)).then(Boolean, () => false),
      SOON,
    );
  }, 400_000);
  afterAll(async () => {
    await guarded?.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const ends = (topic: string): Promise<unknown> => people.asAdmin('admin', (admin) => admin.fetchTopicOffsets(topic));
  const topicsCommand = (
    environment: Record<string, string>,
    ...args: string[]
  ): Promise<{ code: number; said: string }> => {
    const variables = Object.entries({ ...guarded.as('portico-admin'), ...environment }).map(
      ([name, value]) => `${name}='${value}'`,
    );
    return guarded.run(`${variables.join(' ')} npm run --silent kafka:topics -- ${args.join(' ')}`).then(
      (said) => ({ code: 0, said }),
      (error: { code: number; stdout: string; stderr: string }) => ({
        code: error.code,
        said: error.stdout + error.stderr,
      }),
    );
  };

  it("has every ACL and every topic after the guide's commands", async () => {
    expect(guarded.settled).toMatch(
      /^missing, created now: User:portico-orgs allow WRITE on topic orgs\.membership\.v1$/m,
    );
    expect(guarded.settled).toContain(`${TOPICS.length} topics, ${TOPICS.length} created, all settings correct`);
    const probes = { KAFKA_PROBE_USERNAME: 'payroll', KAFKA_PROBE_PASSWORD: guarded.passwordOf('payroll') };
    expect(await topicsCommand(probes, '--acls')).toEqual({
      code: 0,
      said: '0 missing, 0 superfluous, 0 dangerous\nprobe as anonymous: sign-in rejected\nprobe as payroll: every request denied\n',
    });
  }, 60_000);

  it.each(['anonymous', 'payroll', KEY])(
    'denies %s forging records, deleting topics, joining groups of services and creating ACLs',
    async (user) => {
      const believed = TOPICS.map(({ name }) => name).filter((name) => name !== INTEGRATION_EVENTS_TOPIC);
      expect(believed).toEqual(
        expect.arrayContaining([membershipChanged.topic, purchaseChanged.topic, userChanged.topic]),
      );
      const before = await Promise.all(believed.map(ends));
      for (const topic of [...believed, doorTopic(70_811)])
        expect({ topic, answer: await people.send(user, topic) }).toEqual({
          topic,
          answer: expect.stringMatching(NOT_ALLOWED),
        });
      expect(await Promise.all(believed.map(ends))).toEqual(before);

      for (const { name } of TOPICS)
        await expect(people.asAdmin(user, (admin) => admin.deleteTopics({ topics: [name] }))).rejects.toThrow(
          NOT_ALLOWED,
        );
      expect(await people.asAdmin('admin', (admin) => admin.listTopics())).toEqual(
        expect.arrayContaining(TOPICS.map(({ name }) => name)),
      );

      expect(await people.joining(user, 'events.rejected', REJECTED_EVENTS_TOPIC)).toMatch(NOT_ALLOWED);
      expect(await people.joining(user, 'events.ingest', INTEGRATION_EVENTS_TOPIC)).toMatch(NOT_IN_GROUP);
      expect(await people.joining(user, 'payroll', REJECTED_EVENTS_TOPIC)).toMatch(NOT_ALLOWED);
      const acl = publisherRules('payroll', membershipChanged.topic).map(toAclEntry);
      await expect(people.asAdmin(user, (admin) => admin.createAcls({ acl }))).rejects.toThrow(NOT_ALLOWED);
    },
    120_000,
  );

  it('lets a key publish only to its own topic, and lets a user publish to the shared topic', async () => {
    expect(await people.send('payroll', INTEGRATION_EVENTS_TOPIC)).toBe('acknowledged');
    expect(await people.send(KEY, doorTopic(70_810))).toBe('acknowledged');
    expect(await people.send(KEY, INTEGRATION_EVENTS_TOPIC)).toMatch(NOT_ALLOWED);
    expect(await people.send('anonymous', INTEGRATION_EVENTS_TOPIC)).toMatch(NOT_ALLOWED);
  }, 60_000);

  it.each([
    ['for another audience', { aud: 'another', iss: KAFKA_TOKEN_ISSUER }],
    ['of another issuer', { aud: KAFKA_TOKEN_AUDIENCE, iss: 'another' }],
  ])(
    'rejects a token %s',
    async (_, claims) => {
      const value = await guarded.issuer.token({ sub: KEY, ...claims });
      const sasl = { mechanism: 'oauthbearer' as const, oauthBearerProvider: async () => ({ value }) };
      expect(await people.send(KEY, doorTopic(70_810), { sasl })).toMatch(/SASL/);
    },
    60_000,
  );

  it('lets each service write only its own topics', async () => {
    for (const [service, { writes }] of Object.entries(ACCESS))
      for (const { name: topic } of TOPICS) {
        const expected = writes.includes(topic) ? 'acknowledged' : expect.stringMatching(NOT_ALLOWED);
        expect({ service, topic, answer: await people.send(principalOf(service), topic) }).toEqual({
          service,
          topic,
          answer: expected,
        });
      }
  }, 180_000);

  it('lets each service read only in its own groups', async () => {
    for (const [service, { reads }] of Object.entries(ACCESS)) {
      const [topic = ''] = reads;
      expect(await people.joining(principalOf(service), `${service}.test`, topic)).toMatch(/^joined with [1-9]/);
      const other = Object.keys(ACCESS).find((one) => one !== service) ?? '';
      expect(await people.joining(principalOf(service), `${other}.test`, topic)).toMatch(NOT_IN_GROUP);
    }
  }, 180_000);

  it('reports missing, superfluous and dangerous ACLs, and repairs missing and superfluous ACLs', async () => {
    const kafkaAcls = (...args: string[]) =>
      guarded.run(`kafka-acls --bootstrap-server kafka-1:9092 --command-config admin.properties ${args.join(' ')}`);
    await kafkaAcls(
      '--remove',
      '--force',
      '--allow-principal User:portico-orgs --operation Write',
      `--topic ${membershipChanged.topic}`,
    );
    await kafkaAcls(
      '--add',
      '--allow-principal User:portico-billing --operation Write',
      `--topic ${membershipChanged.topic}`,
    );
    await kafkaAcls(
      '--add',
      '--allow-principal User:payroll --operation Write --operation Delete',
      `--topic ${DOORS_TOPIC} --topic orgs. --resource-pattern-type prefixed`,
    );
    await kafkaAcls('--add', '--allow-principal User:portico-billing --operation Write --topic elsewhere');
    const probes = { KAFKA_PROBE_USERNAME: 'payroll', KAFKA_PROBE_PASSWORD: guarded.passwordOf('payroll') };
    const look = await eventually(async () => {
      const outcome = await topicsCommand(probes, '--acls');
      return outcome.said.includes('4 dangerous') && outcome;
    }, SOON);
    expect(look.code).toBe(1);
    for (const line of [
      `missing: User:portico-orgs allow WRITE on topic ${membershipChanged.topic}`,
      `superfluous: User:portico-billing allow WRITE on topic ${membershipChanged.topic}`,
      'dangerous: User:payroll allow WRITE on topic orgs.*',
      '1 missing, 1 superfluous, 4 dangerous',
      `probe as payroll: ALLOWED to write ${membershipChanged.topic}`,
      'probe as payroll: ALLOWED to delete topics',
    ])
      expect(look.said.split('\n')).toContain(line);
    expect(
      (await people.asAdmin('admin', (admin) => admin.listTopics())).filter((name) => name.includes('probe')),
    ).toEqual([]);

    const applied = await topicsCommand({}, '--acls', '--apply');
    expect(applied.code).toBe(1);
    expect(await people.send(principalOf('orgs'), membershipChanged.topic)).toBe('acknowledged');
    expect(await people.send(principalOf('billing'), membershipChanged.topic)).toMatch(NOT_ALLOWED);
    await kafkaAcls(
      '--remove',
      '--force',
      '--allow-principal User:payroll --operation Write --operation Delete',
      `--topic ${DOORS_TOPIC} --topic orgs. --resource-pattern-type prefixed`,
    );
    await eventually(async () => (await topicsCommand(probes, '--acls')).code === 0, SOON);
    expect(await kafkaAcls('--list', '--topic elsewhere')).toContain('User:portico-billing');
  }, 240_000);

  it('does not let an anonymous client check ACLs', async () => {
    const open = { KAFKA_BROKERS: guarded.openBrokers };
    // Anonymous clients may not list ACLs, so the command fails.
    expect(await topicsCommand(open, '--acls')).toMatchObject({
      code: 1,
      said: expect.stringMatching(/SASL|authoriz/i),
    });
  }, 60_000);

  it('gives publishers a default limit of 1 MiB per second, and services a limit of 100 MiB per second', async () => {
    const quotas = await guarded.run(
      'kafka-configs --bootstrap-server kafka-1:9092 --command-config admin.properties --describe --entity-type users',
    );
    expect(quotas).toMatch(/default user-principal are .*producer_byte_rate=1048576/);
    for (const service of Object.keys(ACCESS))
      expect(quotas).toMatch(
        new RegExp(`user-principal '${principalOf(service)}' are .*producer_byte_rate=1.048576E8`),
      );
    expect(quotas).not.toMatch(/user-principal 'payroll' are .*producer_byte_rate/);
  }, 60_000);
});
