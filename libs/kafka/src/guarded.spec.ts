import { describe, expect, it } from '@jest/globals';
import { parseConfig } from '@portico/service';
import fc from 'fast-check';
import { KafkaConfig } from './config.ts';
import { isLoopback } from '@portico/service/config';
import { guarded } from './guarded.ts';
import { clientOptions } from './kafka-client.ts';

const faultsOf = (environment: Record<string, string>): string[] => {
  const parsed = parseConfig(guarded(KafkaConfig), environment);
  return 'faults' in parsed ? parsed.faults : [];
};
const away = { KAFKA_BROKERS: 'localhost:9092,kafka-1:9092' };
const tls = { KAFKA_SSL_CA_FILE: 'ca.pem' };
const sasl = { KAFKA_SASL_USERNAME: 'portico-orgs', KAFKA_SASL_PASSWORD: 'secret' };

describe('isLoopback', () => {
  it.each(['localhost:9092', 'LOCALHOST:9092', 'localhost', '127.0.0.1:9092', '127.8.9.10:1', '[::1]:9092', '::1'])(
    'accepts the local broker %s',
    (broker) => expect(isLoopback(broker)).toBe(true),
  );

  it.each([
    'kafka:9092',
    '127.0.0.1.example.com:9092',
    '127.evil:9092',
    'localhost.example.com:9092',
    'localhost@kafka:9092',
    '0.0.0.0:9092',
    '10.0.0.1:9092',
    '[::2]:9092',
    '[::1]x:9092',
    '[::ffff:10.0.0.1]:9092',
    '',
  ])('rejects %j as a local broker', (broker) => expect(isLoopback(broker)).toBe(false));

  it('accepts only the IPv4 addresses that begin with 127', () => {
    const octet = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(fc.tuple(octet, octet, octet, octet), ([a, b, c, d]) => {
        expect(isLoopback(`${a}.${b}.${c}.${d}:9092`)).toBe(a === 127);
      }),
    );
  });
});

describe('a Kafka configuration', () => {
  it('needs neither TLS nor SASL for brokers on this machine', () => {
    expect(faultsOf({ KAFKA_BROKERS: 'localhost:9092, 127.0.0.1:9093,[::1]:9094' })).toEqual([]);
  });

  it.each([
    [
      {},
      'TLS (KAFKA_SSL_ENABLED=true, or KAFKA_SSL_CA_FILE) and SASL (KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD) are',
    ],
    [sasl, 'TLS (KAFKA_SSL_ENABLED=true, or KAFKA_SSL_CA_FILE) is'],
    [tls, 'SASL (KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD) is'],
    [{ ...tls, ...sasl, KAFKA_SSL_ENABLED: 'false' }, 'TLS (KAFKA_SSL_ENABLED=true, or KAFKA_SSL_CA_FILE) is'],
    [{ KAFKA_INSECURE: 'false', KAFKA_SSL_ENABLED: 'true' }, 'SASL (KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD) is'],
  ])('is invalid for another machine with only %j, and the error names what is missing', (given, missing) => {
    const fault = `KAFKA_BROKERS: kafka-1:9092 is not this machine, and ${missing} not set; KAFKA_INSECURE=true connects all the same`;
    expect(faultsOf({ ...away, ...given })).toEqual([fault]);
  });

  it.each<Record<string, string>>([
    { ...tls, ...sasl },
    { KAFKA_SSL_ENABLED: 'true', ...sasl },
    { KAFKA_SSL_CERT_FILE: 'portico-orgs.pem', KAFKA_SSL_KEY_FILE: 'portico-orgs.key' },
    { KAFKA_INSECURE: 'true' },
  ])('is valid for another machine with %j', (given) => expect(faultsOf({ ...away, ...given })).toEqual([]));

  it('is rejected when a client is created for another machine without TLS and SASL', () => {
    expect(() => clientOptions(KafkaConfig.parse(away), 'test')).toThrow('kafka-1:9092 is not this machine');
    expect(clientOptions(KafkaConfig.parse({ ...away, KAFKA_INSECURE: 'true' }), 'test').brokers).toHaveLength(2);
  });
});
