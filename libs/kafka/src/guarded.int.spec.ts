import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { startServiceProcess } from '@portico/testkit';
import { ACCESS } from './access/access.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** These addresses are all unreachable. A process that connects before it checks its configuration therefore fails the test. */
const environment = {
  KAFKA_BROKERS: 'kafka-1.invalid:9092',
  POSTGRES_URL: 'postgres://postgres.invalid:5432',
  CLICKHOUSE_URL: 'http://clickhouse.invalid:8123/portico',
  ...Object.fromEntries(
    ['IDENTITY', 'ORGS', 'INTEGRATIONS', 'BILLING', 'EVENTS', 'ALERTS', 'CONSOLE', 'API'].map((name) => [
      `${name}_URL`,
      'http://127.0.0.1:1',
    ]),
  ),
  SIGNING_SECRET: 'a secret that only the tests know and long enough',
  SERVICE_SECRET: 'another secret that only the tests know',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};
const REFUSAL = /^ {2}KAFKA_BROKERS: kafka-1\.invalid:9092 is not this machine, and TLS .+ and SASL .+ are not set/m;

/** Folders of apps that read Kafka's settings from their environment. */
const readers = (): string[] =>
  readdirSync(`${ROOT}apps`).filter((app) => {
    const files = readdirSync(`${ROOT}apps/${app}`).includes('src') ? readdirSync(`${ROOT}apps/${app}/src`) : [];
    return (
      files.includes('config.ts') && readFileSync(`${ROOT}apps/${app}/src/config.ts`, 'utf8').includes('KafkaConfig')
    );
  });

describe('a process with Kafka on another machine, without TLS and SASL', () => {
  it('is tested for every service that connects to Kafka', () => {
    expect(readers()).toEqual(Object.keys(ACCESS).toSorted((a, b) => a.localeCompare(b)));
  });

  it.each(Object.keys(ACCESS))(
    'ends with an error that names the missing settings: %s',
    async (service) => {
      const start = startServiceProcess(service, environment);
      await expect(start).rejects.toThrow(`${service} cannot start, its environment variables are invalid:`);
      await expect(start).rejects.toThrow(REFUSAL);
      await expect(start).rejects.toThrow(`${service} ended with 1`);
    },
    60_000,
  );

  it("ends with an error that names the missing settings (operators' commands)", async () => {
    const commands = [
      ['apps/orgs/src/main.ts', 'compare'],
      ['apps/events/src/main.ts', 'reingest', '--from', 'earliest'],
      ['libs/kafka/src/topics-command.ts'],
    ];
    for (const command of commands) {
      const args = ['--import', './tools/swc-hook.mjs', ...command];
      const env = { PATH: process.env['PATH'], NODE_NO_WARNINGS: '1', ...environment };
      const { code, said } = await new Promise<{ code: unknown; said: string }>((resolve) => {
        execFile(process.execPath, args, { cwd: ROOT, env }, (error, stdout, stderr) =>
          resolve({ code: error?.code, said: stdout + stderr }),
        );
      });
      expect({ command, code, said }).toEqual({ command, code: 1, said: expect.stringMatching(REFUSAL) });
    }
  }, 60_000);

  it('starts when it does not connect to Kafka (gateway)', async () => {
    const gateway = await startServiceProcess('gateway', environment);
    expect(await gateway.stop()).toBe(0);
  }, 60_000);
});
