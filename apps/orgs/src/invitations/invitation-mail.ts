import { withoutLinks } from '@portico/contracts/common/mailed-name';
import type { MemberRole } from '@portico/contracts/common/roles';
import { linkMail } from '@portico/service/mail';

export type Invited = {
  productName: string;
  organization: string;
  /** Null while only their id is known. */
  inviter: string | null;
  role: MemberRole;
  link: string;
  days: number;
};

const ROLES: Record<MemberRole, string> = {
  viewer: 'You will see its integration events.',
  operator: 'You will see its integration events, and correct those that were rejected.',
  manager:
    'You will see its integration events, correct those that were rejected, connect its integrations, and decide who its members are and what they may do.',
};

/** On one line, because names are untrusted text. */
const line = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** The mail of an invitation. It loads no remote content, and explains what to do if the invitation is unexpected. */
export function invitationMail(invited: Invited): { subject: string; text: string; html: string } {
  const productName = line(invited.productName);
  const organization = withoutLinks(line(invited.organization));
  const who = invited.inviter === null ? 'You are invited' : `${withoutLinks(line(invited.inviter))} invites you`;
  const subject = `Invitation to ${organization} on ${productName}`;
  const role = ROLES[invited.role];
  const once = `The link works once, for ${invited.days} days, for this e-mail address.`;
  const ignore = 'You did not expect this? Then ignore it: nothing happens.';
  return linkMail({
    subject,
    heading: `Join ${organization}`,
    paragraphs: [`${who} to join ${organization} on ${productName}.`, role],
    action: 'Accept the invitation',
    link: invited.link,
    notes: [once, ignore],
  });
}
