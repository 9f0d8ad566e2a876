import { describe, expect, it } from '@jest/globals';
import { acknowledgeLink, readAcknowledgeToken } from './acknowledge-links.ts';

const [OLD, NEW] = ['old'.repeat(12), 'new'.repeat(12)];
const configOf = (...secrets: [string, ...string[]]) => ({
  SIGNING_SECRET: secrets,
  CONSOLE_URL: 'https://portico.example.com',
});

describe('an acknowledge link', () => {
  it('is valid while the secret that signed the link is configured', () => {
    const claims = { id: 'm', episode: 1, channel: 2 };
    const token = new URL(acknowledgeLink(configOf(OLD), claims)).hash.slice(1);
    expect(readAcknowledgeToken(configOf(NEW, OLD), token)).toMatchObject(claims);
    expect(readAcknowledgeToken(configOf(NEW), token)).toBeNull();
  });
});
