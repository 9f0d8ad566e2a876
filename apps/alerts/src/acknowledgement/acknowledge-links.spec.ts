import { describe, expect, it } from '@jest/globals';
import { AcknowledgeLinks } from './acknowledge-links.ts';

const [OLD, NEW] = ['old'.repeat(12), 'new'.repeat(12)];
const linksWith = (...secrets: [string, ...string[]]): AcknowledgeLinks =>
  new AcknowledgeLinks({ SIGNING_SECRET: secrets, CONSOLE_URL: 'https://portico.example.com' });

describe('an acknowledge link', () => {
  it('is valid while the secret that signed the link is configured', () => {
    const claims = { id: 'm', episode: 1, channel: 2 };
    const token = new URL(linksWith(OLD).linkOf(claims)).hash.slice(1);
    expect(linksWith(NEW, OLD).read(token)).toMatchObject(claims);
    expect(linksWith(NEW).read(token)).toBeNull();
  });
});
