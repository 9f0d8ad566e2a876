import { describe, expect, it } from '@jest/globals';
import { KEY } from '../../test/door.ts';
import { createPublisher } from '../delivery/publisher.ts';
import { checkKey, ConfigurationError, endpointOf, scrubber } from './access.ts';

describe('endpointOf', () => {
  it.each([
    ['https://api.example.com', 'https://api.example.com/ingest/events'],
    ['https://api.example.com/portico/', 'https://api.example.com/portico/ingest/events'],
    ['http://localhost:3001', 'http://localhost:3001/ingest/events'],
    ['http://127.0.0.2:3001', 'http://127.0.0.2:3001/ingest/events'],
    ['http://[::1]:3001', 'http://[::1]:3001/ingest/events'],
    ['http://portico.localhost', 'http://portico.localhost/ingest/events'],
  ])('resolves %s to %s', (url, endpoint) => {
    expect(endpointOf(url, false).href).toBe(endpoint);
  });

  it.each([
    ['', /should be the http\(s\) address/],
    ['api.example.com', /should be the http\(s\) address/],
    ['kafka://localhost:9092', /should be the http\(s\) address/],
    ['https://me:secret@api.example.com', /no user name or password/],
    ['http://api.example.com', /should be https/],
    ['http://127.0.0.1.example.com', /should be https/],
    ['http://localhost.example.com', /should be https/],
  ])('rejects the address %j', (url, message) => {
    expect(() => endpointOf(url, false)).toThrow(ConfigurationError);
    expect(() => endpointOf(url, false)).toThrow(message);
  });

  it('accepts plain http to another machine if the caller allows it', () => {
    expect(endpointOf('http://gateway.internal', true).href).toBe('http://gateway.internal/ingest/events');
  });
});

describe('a key', () => {
  it('is accepted if it is complete, in live and test mode', () => {
    for (const key of [KEY, KEY.replace('live', 'test')]) expect(checkKey(key)).toBe(key);
  });

  it.each(['', 'secret', KEY.slice(0, -1), `${KEY}x`, `Bearer ${KEY}`, `${KEY}\n`, KEY.replace('ptk', 'sk')])(
    'is rejected if it is %j, and the error does not contain the key',
    (key) => {
      const create = () => createPublisher({ url: 'https://api.example.com', key });
      expect(create).toThrow(ConfigurationError);
      if (key !== '') expect(create).not.toThrow(key);
    },
  );

  it('is removed from a text, even if the text contains only the secret part of the key', () => {
    const secret = KEY.slice(-32);
    expect(scrubber(KEY)(`Bearer ${KEY}, ${secret}`)).toBe('Bearer ptk_…, …');
  });
});
