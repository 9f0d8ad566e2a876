import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kafka } from 'kafkajs';
import type { Installation } from '../../apache/index.ts';
import { OPERATIONS, PATTERN_TYPES, PERMISSIONS, RESOURCE_TYPES, type Operation } from '../../src/security/acl.ts';
import { consume } from '../../test/support.ts';
import { hasKcat, javaTool, run } from '../command.ts';
import { USERS } from '../secured-brokers.ts';
import type { SecuredCase, SecuredStage } from '../secured-stage.ts';

const rule = (stage: SecuredStage, type: 'TOPIC' | 'GROUP', operation: Operation, user = 'alice') => ({
  resourceType: RESOURCE_TYPES[type],
  resourceName: stage.id,
  patternType: PATTERN_TYPES.PREFIXED,
  principal: `User:${user}`,
  host: '*',
  operation: OPERATIONS[operation],
  permissionType: PERMISSIONS.ALLOW,
});

const failure = (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    () => 'none',
    (error: unknown) => (error as { type?: string; name: string }).type ?? (error as Error).name,
  );

/** Writes and reads as a user with permission, then writes as a user without permission. */
async function throughKafkajs(stage: SecuredStage, alice: Kafka): Promise<unknown> {
  const topic = await stage.topic();
  await stage.allow([rule(stage, 'TOPIC', 'WRITE'), rule(stage, 'TOPIC', 'READ'), rule(stage, 'GROUP', 'READ')]);
  const producer = alice.producer({ idempotent: true });
  await producer.connect();
  await producer.send({ topic, messages: [{ value: 'one' }, { value: 'two' }] });
  await producer.disconnect();
  const read = await consume(alice, topic, 2, `${stage.id}-g`);
  const other = stage.kafkaAs('bob').producer({ retry: { retries: 0 } });
  await other.connect();
  const refused = await failure(other.send({ topic, messages: [{ value: 'three' }] }));
  await other.disconnect();
  return { read: read.map(({ value }) => String(value)), refused };
}

const kafkajsCases: SecuredCase[] = [
  {
    name: 'a kafkajs client that uses PLAIN and its permissions',
    run: (stage) => throughKafkajs(stage, stage.kafkaAs('alice')),
  },
  {
    name: 'a kafkajs client that uses OAUTHBEARER and its permissions',
    run: (stage) => {
      const oauthBearerProvider = async () => ({ value: stage.issuer.token() });
      return throughKafkajs(stage, stage.kafkaWith({ mechanism: 'oauthbearer', oauthBearerProvider }));
    },
  },
  {
    name: 'kafkajs clients with a wrong password and with a token for another audience',
    async run(stage) {
      const oauthBearerProvider = async () => ({ value: stage.issuer.token({ aud: 'other' }) });
      const clients = [
        stage.kafkaWith({ mechanism: 'plain', username: 'alice', password: 'wrong' }),
        stage.kafkaWith({ mechanism: 'oauthbearer', oauthBearerProvider }),
      ];
      return Promise.all(clients.map((kafka) => failure(kafka.producer({ retry: { retries: 0 } }).connect())));
    },
  },
];

const kcat = (stage: SecuredStage, settings: readonly string[], args: readonly string[], input?: string) => {
  const all = ['security.protocol=SASL_PLAINTEXT', ...settings].flatMap((one) => ['-X', one]);
  return run('kcat', ['-b', `localhost:${stage.port}`, ...all, ...args], input);
};
const plain = ['sasl.mechanism=PLAIN', 'sasl.username=alice'];
const attempt = (ran: Promise<string[]>, pattern: RegExp): Promise<unknown> =>
  ran.then(
    (lines) => lines,
    (error: unknown) => pattern.exec(String(error))?.[0].toLowerCase() ?? String(error),
  );

const kcatCases: SecuredCase[] = [
  {
    name: 'a kcat client that uses PLAIN and its permissions',
    async run(stage) {
      const topic = await stage.topic();
      const settings = [...plain, `sasl.password=${USERS.alice}`];
      const write = () => kcat(stage, settings, ['-P', '-t', topic], 'one\ntwo\n');
      const denied = await attempt(write(), /topic authorization failed/i);
      await stage.allow([rule(stage, 'TOPIC', 'WRITE'), rule(stage, 'TOPIC', 'READ'), rule(stage, 'GROUP', 'READ')]);
      await write();
      const from = ['-X', 'auto.offset.reset=earliest', '-e', '-q', '-f', '%p %o %s\\n'];
      return { denied, read: await kcat(stage, settings, ['-G', `${stage.id}-g`, ...from, topic]) };
    },
  },
  {
    name: 'kcat clients with a wrong password and with an unsigned token',
    async run(stage) {
      const list = ['-L', '-m', '10'];
      const unsigned = ['enable.sasl.oauthbearer.unsecure.jwt=true', 'sasl.oauthbearer.config=principal=alice'];
      return [
        await attempt(kcat(stage, [...plain, 'sasl.password=wrong'], list), /authentication failed/i),
        await attempt(
          kcat(stage, ['sasl.mechanism=OAUTHBEARER', ...unsigned], list),
          /authentication fail|invalid_token/i,
        ),
      ];
    },
  },
];

/** Writes a Java client's configuration file for `use`, and removes the file afterwards. */
async function withConfig<T>(lines: readonly string[], use: (path: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-client-'));
  const path = join(folder, 'client.properties');
  writeFileSync(path, `security.protocol=SASL_PLAINTEXT\n${lines.join('\n')}\n`, { mode: 0o600 });
  try {
    return await use(path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const PACKAGE = 'org.apache.kafka.common.security';
const javaPlain = (user: keyof typeof USERS): string[] => [
  'sasl.mechanism=PLAIN',
  `sasl.jaas.config=${PACKAGE}.plain.PlainLoginModule required username="${user}" password="${USERS[user]}";`,
];
const javaBearer = ({ issuer }: SecuredStage, id: string, secret: string): string[] => [
  'sasl.mechanism=OAUTHBEARER',
  `sasl.login.callback.handler.class=${PACKAGE}.oauthbearer.OAuthBearerLoginCallbackHandler`,
  `sasl.oauthbearer.token.endpoint.url=${issuer.url}/token`,
  `sasl.jaas.config=${PACKAGE}.oauthbearer.OAuthBearerLoginModule required clientId="${id}" clientSecret="${secret}";`,
];

const javaCases = (installation: () => Installation): SecuredCase[] => {
  const tool = (stage: SecuredStage, name: Parameters<typeof javaTool>[1], args: readonly string[], input?: string) => {
    const options = `-Dorg.apache.kafka.sasl.oauthbearer.allowed.urls=${stage.issuer.url}/token`;
    const all = ['--bootstrap-server', `localhost:${stage.port}`, ...args];
    return javaTool(installation(), name, all, input, { JAVA_TOOL_OPTIONS: options });
  };
  const roundTrip = async (stage: SecuredStage, lines: readonly string[]) => {
    const topic = await stage.topic();
    await stage.allow([rule(stage, 'TOPIC', 'WRITE'), rule(stage, 'TOPIC', 'READ'), rule(stage, 'GROUP', 'READ')]);
    return withConfig(lines, async (config) => {
      const toolArgs = ['--command-config', config, '--topic', topic];
      await tool(stage, 'kafka-console-producer', toolArgs, 'one\ntwo\n');
      const limits = ['--from-beginning', '--max-messages', '2', '--group', `${stage.id}-g`];
      return tool(stage, 'kafka-console-consumer', [...toolArgs, ...limits]);
    });
  };
  return [
    {
      name: 'Java tools that use PLAIN with an idempotent producer and a group',
      run: (stage) => roundTrip(stage, javaPlain('alice')),
    },
    {
      name: 'Java tools that use OAUTHBEARER with a token endpoint, an idempotent producer and a group',
      run: (stage) => {
        stage.issuer.clients.set('alice', 'client-secret');
        return roundTrip(stage, javaBearer(stage, 'alice', 'client-secret'));
      },
    },
    {
      name: 'kafka-acls, which adds, lists and removes rules',
      run: (stage) =>
        withConfig(javaPlain('admin'), async (config) => {
          const acls = (...args: string[]) => tool(stage, 'kafka-acls', ['--command-config', config, ...args]);
          const resource = ['--topic', stage.id, '--resource-pattern-type', 'prefixed'];
          await acls('--add', '--allow-principal', 'User:alice', '--producer', ...resource);
          const added = await acls('--list', ...resource);
          await acls('--remove', '--force', '--allow-principal', 'User:alice', '--operation', 'Write', ...resource);
          const left = await acls('--list', ...resource);
          return [added, left].map((lines) => lines.map((line) => line.replaceAll(stage.id, 'ID').trim()).toSorted());
        }),
    },
  ];
};

export const securedClientCases = (installation: () => Installation): readonly SecuredCase[] => [
  ...kafkajsCases,
  ...(hasKcat ? kcatCases : []),
  ...javaCases(installation),
];
