// needs: apache-kafka
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type ConsoleTool,
  consoleTool,
  type RunningApacheKafka,
  startApacheKafka,
} from '@portico/embedded-kafka/apache';
import { INTEGRATION_EVENTS_TOPIC } from '@portico/contracts/events/integration-event';
import { engines, eventually, startServiceProcess, startTestTokens, type TestTokens } from '@portico/testkit';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const STORE_PASSWORD = 'only-for-this-test';
const run = promisify(execFile);

/** Creates a certificate authority, and a key and certificate for `localhost` signed by it, as a broker needs them. */
const makeCertificates = async (folder: string): Promise<{ authority: string; keyStore: string }> => {
  const home = process.env['JAVA_HOME'];
  const keytool = (...args: string[]) => run(home ? join(home, 'bin', 'keytool') : 'keytool', args, { cwd: folder });
  const store = (name: string): string[] => ['-keystore', name, '-storetype', 'PKCS12', '-storepass', STORE_PASSWORD];
  const pair = (name: string, subject: string, extension: string) =>
    keytool(
      '-genkeypair',
      ...store(`${name}.p12`),
      '-alias',
      name,
      '-keyalg',
      'EC',
      '-dname',
      subject,
      '-ext',
      extension,
    );
  await pair('authority', 'CN=Portico test authority', 'bc:critical=ca:true');
  await keytool('-exportcert', '-rfc', ...store('authority.p12'), '-alias', 'authority', '-file', 'authority.pem');
  await pair('broker', 'CN=localhost', 'san=dns:localhost');
  await keytool('-certreq', ...store('broker.p12'), '-alias', 'broker', '-file', 'broker.csr');
  const signed = ['-infile', 'broker.csr', '-outfile', 'broker.pem', '-ext', 'san=dns:localhost'];
  await keytool('-gencert', '-rfc', ...store('authority.p12'), '-alias', 'authority', ...signed);
  const into = (alias: string, file: string) =>
    keytool('-importcert', '-noprompt', ...store('broker.p12'), '-alias', alias, '-file', file);
  await into('authority', 'authority.pem');
  await into('broker', 'broker.pem');
  return { authority: join(folder, 'authority.pem'), keyStore: join(folder, 'broker.p12') };
};

describe('Apache Kafka with TLS and SCRAM', () => {
  let folder: string;
  let kafka: RunningApacheKafka;
  let tokens: TestTokens;
  let environment: Record<string, string>;
  let adminConfig: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-security-'));
    const { authority, keyStore } = await makeCertificates(folder);
    [kafka, tokens] = await Promise.all([
      startApacheKafka({
        dataDir: folder,
        protocol: 'SASL_SSL',
        scramUsers: [
          { name: 'portico', password: 'portico-secret' },
          { name: 'payroll', password: 'payroll-secret' },
        ],
        properties: {
          'sasl.enabled.mechanisms': 'SCRAM-SHA-512',
          'listener.name.client.scram-sha-512.sasl.jaas.config':
            'org.apache.kafka.common.security.scram.ScramLoginModule required;',
          'ssl.keystore.type': 'PKCS12',
          'ssl.keystore.location': keyStore,
          'ssl.keystore.password': STORE_PASSWORD,
          'authorizer.class.name': 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
          // The broker connects to itself as ANONYMOUS, on a listener without authentication.
          'super.users': 'User:ANONYMOUS;User:portico',
        },
      }),
      startTestTokens(),
    ]);
    environment = { KAFKA_BROKERS: kafka.brokers, KAFKA_SSL_CA_FILE: authority, ...as('portico') };
    adminConfig = join(folder, 'admin.properties');
    const login = 'username="portico" password="portico-secret"';
    await writeFile(
      adminConfig,
      [
        'security.protocol=SASL_SSL',
        'sasl.mechanism=SCRAM-SHA-512',
        `sasl.jaas.config=org.apache.kafka.common.security.scram.ScramLoginModule required ${login};`,
        'ssl.truststore.type=PEM',
        `ssl.truststore.location=${authority}`,
      ].join('\n'),
    );
  }, 240_000);
  afterAll(async () => {
    await Promise.all([kafka?.kill(), tokens?.stop()]);
    await rm(folder, { recursive: true, force: true });
  });

  const as = (user: string, password = `${user}-secret`) => ({
    KAFKA_SASL_USERNAME: user,
    KAFKA_SASL_PASSWORD: password,
  });
  type Ended = { code: number; said: string };
  const node = (args: string[], changes: Record<string, string> = {}): Promise<Ended> =>
    new Promise((resolve) => {
      const env = { PATH: process.env['PATH'], NODE_NO_WARNINGS: '1', ...environment, ...changes };
      execFile(process.execPath, args, { cwd: ROOT, env }, (error, stdout, stderr) => {
        resolve({ code: error ? Number(error.code) : 0, said: stdout + stderr });
      });
    });
  const topics = (changes?: Record<string, string>): Promise<Ended> =>
    node(['--import', './tools/swc-hook.mjs', 'libs/kafka/src/topics-command.ts'], changes);
  const publish = (changes: Record<string, string>): Promise<Ended> => {
    const source = ['--source-id', '1', '--organization-id', '1'];
    return node(['tools/publish/src/main.ts', ...source, '--event', 'payrun.completed'], changes);
  };
  const admin = (tool: ConsoleTool, ...args: string[]): Promise<{ stdout: string }> => {
    const whole = ['--bootstrap-server', kafka.brokers, '--command-config', adminConfig, ...args];
    const { command, args: all } = consoleTool(kafka.installation, tool, whole);
    return run(command, all);
  };

  it('accepts the right password, and rejects a wrong password or an unknown certificate authority', async () => {
    expect(await topics(as('portico', 'wrong'))).toMatchObject({
      code: 1,
      said: expect.stringMatching(/SASL SCRAM SHA512 authentication failed|invalid credentials/i),
    });
    expect(await topics({ KAFKA_SSL_CA_FILE: '', KAFKA_SSL_ENABLED: 'true' })).toMatchObject({
      code: 1,
      said: expect.stringMatching(/certificate/i),
    });
    expect(await topics()).toMatchObject({ code: 0, said: expect.stringContaining('all settings correct') });
  }, 180_000);

  it('lets a service start and join its consumer group', async () => {
    const { POSTGRES_URL } = engines();
    const service = await startServiceProcess('orgs', {
      ...environment,
      POSTGRES_URL,
      IDENTITY_URL: tokens.identityUrl,
      CONSOLE_URL: 'http://localhost:3000',
      API_URL: 'http://localhost:3001',
      SIGNING_SECRET: 'a secret that only the tests know and long enough',
    });
    try {
      await eventually(async () => (await fetch(`${service.url}/health/ready`)).status === 200, 60_000);
      const group = await eventually(async () => {
        const { stdout } = await admin('kafka-consumer-groups', '--list');
        return stdout.includes('orgs.domain-events');
      }, 60_000);
      expect(group).toBe(true);
    } finally {
      await service.stop();
    }
  }, 240_000);

  it('lets a publisher with an ACL publish, but not run `npm run kafka:topics`', async () => {
    expect(await publish(as('payroll'))).toMatchObject({
      code: 1,
      said: expect.stringMatching(/authorization failed|not authorized/i),
    });
    const operations = ['--operation', 'Write', '--operation', 'Describe'];
    const aclArgs = ['--allow-principal', 'User:payroll', ...operations, '--topic', INTEGRATION_EVENTS_TOPIC];
    await admin('kafka-acls', '--add', ...aclArgs);
    expect(
      await eventually(async () => {
        const { code, said } = await publish(as('payroll'));
        return code === 0 && said;
      }, 30_000),
    ).toMatch(/^published /);
    expect(await topics(as('payroll'))).toMatchObject({ code: 1 });
  }, 180_000);
});
