import { describe, expect, it } from '@jest/globals';
import { EmailChangeLinks, hashOf } from './email-change-links.ts';

const [OLD, NEW] = ['old'.repeat(12), 'new'.repeat(12)];
const linksWith = (...secrets: [string, ...string[]]): EmailChangeLinks =>
  new EmailChangeLinks({ SIGNING_SECRET: secrets, CONSOLE_URL: 'https://portico.example.com' });

describe('the links of an e-mail change', () => {
  it.each(['confirm', 'cancel'] as const)(
    'stay the same while SIGNING_SECRET still contains the secret that signed them: %s',
    (kind) => {
      const change = linksWith(OLD).renew();
      const link = linksWith(OLD).linkOf(kind, change);
      expect(hashOf(new URL(link).hash.slice(1))).toBe(change[`${kind}Hash`]);
      expect(linksWith(NEW, OLD).linkOf(kind, change)).toBe(link);
      expect(new URL(linksWith(NEW).linkOf(kind, change)).hash).toBe('');
    },
  );
});
