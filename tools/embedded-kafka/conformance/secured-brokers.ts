import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApacheKafka, type Installation } from '../apache/index.ts';
import { freePorts } from '../apache/ports.ts';
import { startBroker } from '../src/index.ts';
import { connectAs } from '../test/sasl-client.ts';
import { AUDIENCE, TokenIssuer, newKey } from '../test/token-issuer.ts';
import { untilGroupsAreServed } from './brokers.ts';
import type { Target } from './target.ts';

/** Passwords by user name. The admin and Apache Kafka's own broker user are super users. */
export const USERS = { admin: 'admin-secret', alice: 'alice-secret', bob: 'bob-secret' };
export type User = keyof typeof USERS;
const SUPER_USERS = ['User:admin', 'User:broker'];

/** A broker with ACLs and three addresses: one that requires authentication, one that allows it, and one for anonymous clients. */
export interface SecuredTarget extends Target {
  readonly strictPort: number;
  readonly anonymousPort: number;
}

export interface SecuredBrokers {
  readonly embedded: SecuredTarget;
  readonly apache: SecuredTarget;
  readonly issuer: TokenIssuer;
  readonly installation: Installation;
  stop(): Promise<void>;
}

const PACKAGE = 'org.apache.kafka.common.security';
const user = ([name, password]: readonly string[]): string => `user_${name}="${password}"`;
const plainModule = (...settings: string[]): string =>
  `${PACKAGE}.plain.PlainLoginModule required ${settings.join(' ')};`;

/** Options of the Java virtual machine for tests. They allow Apache Kafka to request the issuer's URLs. */
const jvmWith = (issuer: TokenIssuer): string[] => [
  '-Xms128m',
  '-Xmx512m',
  '-XX:+UseSerialGC',
  '-XX:TieredStopAtLevel=1',
  `-Dorg.apache.kafka.sasl.oauthbearer.allowed.urls=${issuer.options.jwksUrl},${issuer.url}/token`,
];

/**
 * In Apache Kafka, a SASL listener requires authentication, so there is one listener with SASL and one without. Brokers and controllers
 * authenticate too. Otherwise, anonymous clients would be super users, as brokers are.
 */
function apacheProperties(issuer: TokenIssuer, [client = 0, anonymous = 0, internal = 0, controller = 0]: number[]) {
  const listeners = `CLIENT://localhost:${client},ANONYMOUS://localhost:${anonymous},INTERNAL://localhost:${internal}`;
  const itself = plainModule('username="broker"', 'password="broker-secret"', user(['broker', 'broker-secret']));
  const ofClients = 'listener.name.client.';
  return {
    'auto.create.topics.enable': 'false',
    'group.initial.rebalance.delay.ms': '0',
    'log.message.timestamp.type': 'LogAppendTime',
    'num.partitions': '1',
    'offsets.topic.num.partitions': '1',
    listeners: `${listeners},CONTROLLER://localhost:${controller}`,
    'advertised.listeners': listeners,
    'controller.quorum.voters': `1@localhost:${controller}`,
    'listener.security.protocol.map':
      'CLIENT:SASL_PLAINTEXT,ANONYMOUS:PLAINTEXT,INTERNAL:SASL_PLAINTEXT,CONTROLLER:SASL_PLAINTEXT',
    'sasl.mechanism.inter.broker.protocol': 'PLAIN',
    'sasl.mechanism.controller.protocol': 'PLAIN',
    'listener.name.internal.sasl.enabled.mechanisms': 'PLAIN',
    'listener.name.internal.plain.sasl.jaas.config': itself,
    'listener.name.controller.sasl.enabled.mechanisms': 'PLAIN',
    'listener.name.controller.plain.sasl.jaas.config': itself,
    [`${ofClients}sasl.enabled.mechanisms`]: 'PLAIN,OAUTHBEARER',
    [`${ofClients}plain.sasl.jaas.config`]: plainModule(...Object.entries(USERS).map(user)),
    [`${ofClients}oauthbearer.sasl.jaas.config`]: `${PACKAGE}.oauthbearer.OAuthBearerLoginModule required;`,
    [`${ofClients}oauthbearer.sasl.server.callback.handler.class`]: `${PACKAGE}.oauthbearer.OAuthBearerValidatorCallbackHandler`,
    [`${ofClients}oauthbearer.sasl.oauthbearer.jwks.endpoint.url`]: issuer.options.jwksUrl,
    [`${ofClients}oauthbearer.sasl.oauthbearer.expected.audience`]: AUDIENCE,
    [`${ofClients}oauthbearer.sasl.oauthbearer.expected.issuer`]: issuer.options.issuer,
    'authorizer.class.name': 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
    'super.users': SUPER_USERS.join(';'),
  };
}

async function startEmbedded(folder: string, issuer: TokenIssuer) {
  const sasl = { users: USERS, oauthBearer: issuer.options };
  const options = { port: 0, autoCreateTopics: false, defaultPartitions: 1, authorizer: { superUsers: SUPER_USERS } };
  const open = await startBroker({ ...options, dataDir: join(folder, 'open'), sasl });
  const strict = await startBroker({ ...options, dataDir: join(folder, 'strict'), sasl: { ...sasl, required: true } });
  return {
    target: { port: open.port, anonymousPort: open.port, strictPort: strict.port },
    close: async () => void (await Promise.all([open.close(), strict.close()])),
  };
}

/** Gives both brokers the same users, tokens and ACLs. @throws ApacheKafkaUnavailable if Java or Maven is missing. */
export async function startSecuredBrokers(): Promise<SecuredBrokers> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-conformance-'));
  const issuer = await new TokenIssuer().start();
  issuer.keys.push(newKey('second', 'ES256'));
  const clear = async (): Promise<void> => {
    await issuer.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const ports = await freePorts(4);
    const [port = 0, anonymousPort = 0] = ports;
    const apache = await startApacheKafka({
      dataDir: join(folder, 'apache'),
      port,
      properties: apacheProperties(issuer, ports),
      jvm: jvmWith(issuer),
    });
    const embedded = await startEmbedded(join(folder, 'embedded'), issuer);
    await untilGroupsAreServed(await connectAs(port, 'admin', USERS.admin));
    const stop = async (): Promise<void> => {
      await Promise.all([apache.kill(), embedded.close()]);
      await clear();
    };
    const target = { port, strictPort: port, anonymousPort };
    return { apache: target, embedded: embedded.target, issuer, installation: apache.installation, stop };
  } catch (error) {
    await clear();
    throw error;
  }
}
