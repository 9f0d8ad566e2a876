import { describe, expect, it } from '@jest/globals';
import { KafkaConfig, requireSecurity } from './config.ts';

const SASL = { KAFKA_SASL_USERNAME: 'portico-orgs', KAFKA_SASL_PASSWORD: 'secret' };
const TLS = { KAFKA_SSL_ENABLED: 'true' };
const required = (environment: Record<string, string>) => () => requireSecurity(KafkaConfig.parse(environment));

describe('a Kafka on another machine', () => {
  it.each(['localhost:9092', '127.0.0.1:9092', '127.8.0.1:9092,localhost:1', '[::1]:9092'])(
    'is not %s, which needs neither TLS nor SASL',
    (brokers) => expect(required({ KAFKA_BROKERS: brokers })).not.toThrow(),
  );

  it.each([
    ['kafka-1:9092', {}, 'TLS and SASL'],
    ['localhost:9092,kafka-1:9092', {}, 'TLS and SASL'],
    ['10.0.0.7:9092', SASL, 'TLS'],
    ['localhost.example.com:9092', TLS, 'SASL'],
    ['127.0.0.1.example.com:9092', {}, 'TLS and SASL'],
  ])('is not reached at %s with %j', (brokers, environment, lacks) =>
    expect(required({ KAFKA_BROKERS: brokers, ...environment })).toThrow(
      new RegExp(`would be reached without ${lacks}: .*KAFKA_INSECURE=true`),
    ),
  );

  it('is reached with both, and with neither where that is deliberate', () => {
    expect(required({ KAFKA_BROKERS: 'kafka-1:9092', ...SASL, ...TLS })).not.toThrow();
    expect(required({ KAFKA_BROKERS: 'kafka-1:9092', KAFKA_INSECURE: 'true' })).not.toThrow();
  });
});
