// needs: apache-kafka
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { apiVersions } from '../src/apis/api-versions.ts';
import { apis } from '../src/apis/index.ts';
import { RawClient } from '../test/raw-client.ts';
import { startBrokers, type Brokers } from './brokers.ts';
import { adminCases } from './cases/admin.ts';
import { changeCases } from './cases/changes.ts';
import { fetchCases } from './cases/fetch.ts';
import { groupCases } from './cases/groups.ts';
import { javaToolCases } from './cases/java-tools.ts';
import { kafkajsCases } from './cases/kafkajs.ts';
import { kcatCases } from './cases/kcat.ts';
import { offsetCases } from './cases/offsets.ts';
import { produceCases } from './cases/produce.ts';
import { hasKcat } from './command.ts';
import { compare } from './compare.ts';
import { Stage, type Case, type Target } from './target.ts';

jest.setTimeout(300_000);

let brokers: Brokers;
beforeAll(async () => {
  brokers = await startBrokers();
});
afterAll(() => brokers.stop());

const onStage = (cases: readonly Case[]): void => compare(cases, (broker, id) => new Stage(brokers[broker], id));

async function versionsOf({ port }: Target): Promise<Map<number, { minVersion: number; maxVersion: number }>> {
  const connection = await RawClient.connect(port);
  const { apiKeys } = await connection.call(apiVersions([]), 0, {});
  connection.close();
  return new Map(apiKeys.map(({ apiKey, ...range }) => [apiKey, range]));
}

describe('the embedded broker, compared with Apache Kafka,', () => {
  it('supports only API versions that Apache Kafka also supports', async () => {
    const [own, real] = [await versionsOf(brokers.embedded), await versionsOf(brokers.apache)];
    expect([...own.keys()].toSorted((a, b) => a - b)).toEqual([...apis.keys()].toSorted((a, b) => a - b));
    for (const [key, { minVersion, maxVersion }] of own) {
      const offered = real.get(key);
      expect({ key, minVersion, ok: minVersion >= (offered?.minVersion ?? Infinity) }).toMatchObject({ ok: true });
      expect({ key, maxVersion, ok: maxVersion <= (offered?.maxVersion ?? -1) }).toMatchObject({ ok: true });
    }
  });

  describe('over the bare protocol', () => {
    onStage([...adminCases, ...changeCases, ...produceCases, ...fetchCases, ...offsetCases, ...groupCases]);
  });

  describe('with kafkajs', () => onStage(kafkajsCases));

  if (hasKcat) describe('with kcat (librdkafka)', () => onStage(kcatCases));
  else process.stdout.write('kcat is not installed (package kcat): the cases with librdkafka are left out.\n');

  describe("with Apache Kafka's console tools", () => onStage(javaToolCases(() => brokers.installation)));
});
