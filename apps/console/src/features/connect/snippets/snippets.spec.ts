import { describe, expect, it } from '@jest/globals';
import { connectOf, createdKeyOf, withTopic } from '../../../testing/connect.ts';
import { DOORS, type Door, type SnippetInput } from './given.ts';
import { snippets } from './snippets.ts';

const { key: keyText, keyId } = createdKeyOf(1);
const input = (door: Door, change: Partial<SnippetInput> = {}): SnippetInput => ({
  connect: withTopic(connectOf(3)),
  keyText,
  keyId,
  door,
  ...change,
});
const languages = (door: Door) => snippets(input(door)).map(({ language }) => language);
const only = (...mechanisms: ('PLAIN' | 'OAUTHBEARER')[]) => {
  const connect = withTopic(connectOf(3));
  return { connect: { ...connect, kafka: { ...connect.kafka, mechanisms } } };
};

describe('the examples', () => {
  it('exist for each way to publish, in the languages that support it', () => {
    expect(DOORS.map(languages)).toEqual([
      ['curl', 'node', 'python', 'java', 'go', 'php'],
      ['kcat', 'node', 'python', 'java'],
      ['kcat'],
    ]);
  });

  it.each(snippets(input('http')))('contain key, address and ids for HTTP: $label', ({ code }) => {
    expect(code).toContain(`Bearer ${keyText}`);
    expect(code).toContain('https://api.acme.test/ingest/events');
    expect(code).toMatch(/source_id['"]?\W+3\b/);
    expect(code).toMatch(/organization_id['"]?\W+4\b/);
  });

  it.each(snippets(input('own', only('PLAIN'))))(
    'contain the key, the address and the ids if they use HTTP: $label',
    ({ code }) => {
      expect(code).toContain('integration.door.v1.3');
      expect(code).toContain('kafka2.acme.test:9093');
      expect([code.includes(keyId), code.includes(keyText), code.includes('oauth')]).toEqual([true, true, false]);
    },
  );

  it.each(snippets(input('own', only('OAUTHBEARER'))))(
    'authenticate with a token if the brokers accept no key: $label',
    ({ code }) => {
      expect(code).toContain('https://api.acme.test/oauth/token');
      expect([code.includes(keyId), code.includes(keyText), code.includes('PLAIN')]).toEqual([true, true, false]);
    },
  );

  it.each(snippets(input('own', { keyText: 'ptk_test_bbbbbbbb_x' })))(
    'publish to the test topic with a test key: $label',
    ({ code }) => {
      expect(code).toContain('integration.door.v1.3.test');
    },
  );

  it('contain no secret for the shared topic', () => {
    const [kcat] = snippets(input('shared'));
    expect(kcat?.code).toContain('integration.events.v1');
    expect(kcat?.code).not.toContain(keyText);
  });

  it('name no organization if the integration has none', () => {
    const all = DOORS.flatMap((door) =>
      snippets(input(door, { connect: withTopic(connectOf(3, { organization: null })) })),
    );
    expect(all.filter(({ code }) => code.includes('organization_id'))).toEqual([]);
  });
});
