import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type RunningApacheKafka, startApacheKafka } from '@portico/embedded-kafka/apache';
import { freePorts } from '@portico/stack/process';
import { example } from '../example.ts';
import { guideCommands } from './guide-commands.ts';
import { startTokenIssuer, type TokenIssuer } from './token-issuer.ts';

const GUIDE = 'docs/guides/kafka.md';
const USERS = /portico-[a-z]+/g;

export type GuardedKafka = {
  kafka: RunningApacheKafka;
  /** Address of a listener without authentication, which services and publishers do not use. */
  openBrokers: string;
  passwordOf: (user: string) => string;
  /** Environment variables for a connection as this user. */
  as: (user: string) => { KAFKA_BROKERS: string; KAFKA_SASL_USERNAME: string; KAFKA_SASL_PASSWORD: string };
  issuer: TokenIssuer;
  /** Runs commands of the guide, and returns their output. */
  run: (commands: string) => Promise<string>;
  /** Output of the command `npm run kafka:topics` in the guide's example. */
  settled: string;
  stop: () => Promise<void>;
};

/** Parses a properties file. Replaces TLS by plaintext, because TLS needs certificates. */
const propertiesOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .replaceAll('SASL_SSL', 'SASL_PLAINTEXT')
      .split('\n')
      .filter(Boolean)
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );

/**
 * Starts Apache Kafka by the steps of the guide: brokers that deny access by default, users, ACLs, topics, and one publisher
 * (`payroll`). Unlike in the guide, there is no TLS, and an additional listener accepts anonymous clients.
 */
export async function startGuardedKafka(dataDir: string): Promise<GuardedKafka> {
  const passwordOf = (user: string): string => `${user}-secret`;
  const issuer = await startTokenIssuer();
  const [openPort = 0] = await freePorts(1);
  const here = (name: string): string =>
    example(GUIDE, name)
      .replaceAll('<password>', passwordOf('admin'))
      .replaceAll('https://api.example.com/oauth/jwks.json', issuer.url);
  const broker = propertiesOf(here('broker') + here('oauth'));
  const option = /-D\S+/.exec(here('oauth-options'))?.[0] ?? '';
  let kafka: RunningApacheKafka | undefined;
  const stop = async (): Promise<void> => void (await Promise.all([kafka?.kill(), issuer.stop()]));
  try {
    kafka = await startApacheKafka({
      dataDir,
      openPort,
      scramUsers: [{ name: 'admin', password: passwordOf('admin') }],
      properties: {
        ...broker,
        'listener.security.protocol.map': `${broker['listener.security.protocol.map']},OPEN:PLAINTEXT`,
        'group.initial.rebalance.delay.ms': '0',
      },
      jvm: ['-Xms128m', '-Xmx512m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', option],
    });
    const { brokers } = kafka;
    const folder = join(dataDir, 'operator');
    await mkdir(join(folder, 'secrets'), { recursive: true });
    for (const user of new Set([...(example(GUIDE, 'users').match(USERS) ?? []), 'payroll']))
      await writeFile(join(folder, 'secrets', user), passwordOf(user));
    await writeFile(join(folder, 'admin.properties'), here('admin').replaceAll('SASL_SSL', 'SASL_PLAINTEXT'));
    const run = await guideCommands(kafka, folder);
    await run(here('users'));
    const settled = await run(here('acls'));
    await run(here('publisher'));
    await run(here('quotas'));
    const as = (user: string) => ({
      KAFKA_BROKERS: brokers,
      KAFKA_SASL_USERNAME: user,
      KAFKA_SASL_PASSWORD: passwordOf(user),
    });
    return { kafka, openBrokers: `localhost:${openPort}`, passwordOf, as, issuer, run, settled, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
