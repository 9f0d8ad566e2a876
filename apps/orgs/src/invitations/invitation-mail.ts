import type { MemberRole } from '@portico/contracts/common/roles';

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

/** On one line: names are other people's text. */
const line = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

/** The mail of an invitation. It loads nothing from anywhere, and says what to do for somebody who expects no invitation. */
export function invitationMail(invited: Invited): { subject: string; text: string; html: string } {
  const productName = line(invited.productName);
  const organization = line(invited.organization);
  const who = invited.inviter === null ? 'You are invited' : `${line(invited.inviter)} invites you`;
  const subject = `Invitation to ${organization} on ${productName}`;
  const role = ROLES[invited.role];
  const once = `The link works once, for ${invited.days} days, for this e-mail address.`;
  const ignore = 'You did not expect this? Then ignore it: nothing happens.';
  const text = [`${who} to join ${organization} on ${productName}.`, role, invited.link, once, ignore].join('\n\n');
  const [plain, link] = [escape, escape(invited.link)];
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${plain(subject)}</title></head>
<body style="margin:0;padding:32px 16px;background:#f5f6f8;color:#1d2330;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:480px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid #dfe3ea;border-radius:12px">
<h1 style="margin:0 0 16px;font-size:20px">${plain(`Join ${organization}`)}</h1>
<p>${plain(`${who} to join ${organization} on ${productName}.`)} ${plain(role)}</p>
<p style="margin:24px 0"><a href="${link}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#0f6b5c;color:#ffffff;text-decoration:none;font-weight:600">Accept the invitation</a></p>
<p style="color:#565f70;font-size:14px">${plain(once)} ${plain(ignore)}</p>
<p style="color:#565f70;font-size:13px;overflow-wrap:anywhere">${link}</p>
</div></body></html>
`;
  return { subject, text: `${text}\n`, html };
}
