import { createHmac } from 'node:crypto';
import { KAFKA_TOKEN_AUDIENCE, KAFKA_TOKEN_ISSUER, exchangeKey, getKafkaKeys } from '@portico/contracts/http/oauth';
import type { BrokerOptions } from '@portico/embedded-kafka';
import { INTEGRATION_EVENTS_TOPIC } from '@portico/contracts/events/integration-event';
import { withAdmin } from '@portico/kafka/admin';
import { ACCESS, ADMINISTRATOR, anonymousAcls, everyoneAcls, principalOf, settleAcls } from '@portico/kafka/access';
import { Kafka, logLevel } from '@portico/kafka/client';
import { secretsOf } from '../secrets.ts';

type KafkaCredentials = {
  KAFKA_SASL_USERNAME: string;
  KAFKA_SASL_PASSWORD: string;
  KAFKA_SASL_MECHANISM: 'plain';
};

export const kafkaCredentials = (dataDir: string, principal: string): KafkaCredentials => ({
  KAFKA_SASL_USERNAME: principal,
  KAFKA_SASL_PASSWORD: createHmac('sha256', secretsOf(dataDir).kafka).update(principal).digest('base64url'),
  KAFKA_SASL_MECHANISM: 'plain',
});

/**
 * Options for access to the stack's own broker. The services and the administrator have passwords; the API verifies keys of
 * integrations. An anonymous client may only write to the shared topic of events. A key may only write to its own topic.
 */
export const securityOf = (dataDir: string, apiPort: number): Pick<BrokerOptions, 'sasl' | 'authorizer'> => {
  const api = `http://127.0.0.1:${apiPort}`;
  const principals = [ADMINISTRATOR, ...Object.keys(ACCESS).map(principalOf)];
  return {
    sasl: {
      users: Object.fromEntries(
        principals.map((name) => [name, kafkaCredentials(dataDir, name).KAFKA_SASL_PASSWORD] as const),
      ),
      oauthBearer: { jwksUrl: api + getKafkaKeys.path, issuer: KAFKA_TOKEN_ISSUER, audience: KAFKA_TOKEN_AUDIENCE },
      plainTokenEndpoint: api + exchangeKey.path,
    },
    authorizer: { superUsers: [`User:${ADMINISTRATOR}`] },
  };
};

/** Creates the ACLs of the services, and deletes ACLs that an earlier version created. */
export const settleAccess = async (brokers: string, dataDir: string): Promise<void> => {
  const { KAFKA_SASL_USERNAME: username, KAFKA_SASL_PASSWORD: password } = kafkaCredentials(dataDir, ADMINISTRATOR);
  const kafka = new Kafka({
    clientId: 'portico-stack',
    brokers: brokers.split(','),
    sasl: { mechanism: 'plain', username, password },
    logLevel: logLevel.NOTHING,
  });
  await withAdmin(kafka, async (admin) => {
    await settleAcls(admin);
    await admin.createAcls({ acl: anonymousAcls(INTEGRATION_EVENTS_TOPIC) });
    await admin.deleteAcls({ filters: everyoneAcls(INTEGRATION_EVENTS_TOPIC) });
  });
};
