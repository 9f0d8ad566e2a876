// needs: apache-kafka
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { aclCases } from './cases/acls.ts';
import { saslCases } from './cases/sasl.ts';
import { securedClientCases } from './cases/secured-clients.ts';
import { startSecuredBrokers, type SecuredBrokers, type SecuredTarget } from './secured-brokers.ts';
import { SecuredStage, type SecuredCase } from './secured-stage.ts';

jest.setTimeout(300_000);

let brokers: SecuredBrokers;
beforeAll(async () => {
  brokers = await startSecuredBrokers();
});
afterAll(() => brokers?.stop());

const run = randomBytes(4).toString('hex');
let count = 0;

async function answersOf(target: SecuredTarget, one: SecuredCase, id: string): Promise<unknown> {
  const stage = new SecuredStage(target, id, brokers.issuer);
  try {
    return await one.run(stage);
  } finally {
    stage.close();
  }
}

/** Runs each case against both brokers at the same time. Their results must be equal, unless the case declares a known difference. */
function compare(cases: readonly SecuredCase[]): void {
  it.each(cases.map((one) => [one.name, one] as const))('gives the expected result for %s', async (_, one) => {
    const id = `s${run}-${count++}`;
    const [embedded, apache] = await Promise.all([
      answersOf(brokers.embedded, one, id),
      answersOf(brokers.apache, one, id),
    ]);
    if (one.deviates === undefined) expect(embedded).toEqual(apache);
    else expect(embedded).not.toEqual(apache);
  });
}

describe('the embedded broker with SASL and ACLs, compared with Apache Kafka,', () => {
  describe('for clients that authenticate', () => compare(saslCases));
  describe('for clients with permissions', () => compare(aclCases));
  describe('for kafkajs, kcat and Java clients', () => compare(securedClientCases(() => brokers.installation)));
});
