import { describe, expect, it } from '@jest/globals';
import { hashOf, InvitationLinks } from './invitation-links.ts';

const [OLD, NEW] = ['old'.repeat(12), 'new'.repeat(12)];
const linksWith = (...secrets: [string, ...string[]]): InvitationLinks =>
  new InvitationLinks({ SIGNING_SECRET: secrets, CONSOLE_URL: 'https://portico.example.com' });

describe('the link of an invitation', () => {
  it('stays the same while SIGNING_SECRET still contains the secret that signed it', () => {
    const invitation = linksWith(OLD).renew();
    const link = linksWith(OLD).linkOf(invitation);
    expect(hashOf(new URL(link).hash.slice(1))).toBe(invitation.tokenHash);
    expect(linksWith(NEW, OLD).linkOf(invitation)).toBe(link);
    expect(linksWith(NEW).linkOf(invitation)).toBe('https://portico.example.com/invitation');
  });
});
