// needs: apache-kafka
import { afterAll, beforeAll, describe, jest } from '@jest/globals';
import { aclCases } from './cases/acls.ts';
import { saslCases } from './cases/sasl.ts';
import { securedClientCases } from './cases/secured-clients.ts';
import { compare } from './compare.ts';
import { startSecuredBrokers, type SecuredBrokers } from './secured-brokers.ts';
import { SecuredStage, type SecuredCase } from './secured-stage.ts';

jest.setTimeout(300_000);

let brokers: SecuredBrokers;
beforeAll(async () => {
  brokers = await startSecuredBrokers();
});
afterAll(() => brokers?.stop());

const onStage = (cases: readonly SecuredCase[]): void =>
  compare(cases, (broker, id) => new SecuredStage(brokers[broker], id, brokers.issuer));

describe('the embedded broker with SASL and ACLs, compared with Apache Kafka,', () => {
  describe('for clients that authenticate', () => onStage(saslCases));
  describe('for clients with permissions', () => onStage(aclCases));
  describe('for kafkajs, kcat and Java clients', () => onStage(securedClientCases(() => brokers.installation)));
});
