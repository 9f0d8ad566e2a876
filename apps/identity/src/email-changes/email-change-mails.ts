import { withoutLinks } from '@portico/contracts/common/mailed-name';
import { EMAIL_CHANGE_DAYS } from '@portico/contracts/http/email-changes';
import { linkMail, type SendMailOptions } from '@portico/service/mail';
import type { EmailChange } from './email-change.entity.ts';

type Part = { productName: string; host: string; link: string };

/** Enough for the person to recognize the address, without a link. */
const shortened = (email: string): string => withoutLinks(email.replace(/^(.).*@/, '$1…@'));

const messageId = ({ id, nonce }: EmailChange, kind: string, host: string): string =>
  `<email-${kind}-${id}-${nonce}@${host}>`;

/** The mail to the new address, whose owner confirms. */
export const confirmMail = (change: EmailChange, { productName, host, link }: Part): SendMailOptions => ({
  to: change.newEmail,
  messageId: messageId(change, 'confirm', host),
  ...linkMail({
    subject: `Confirm your e-mail address for ${productName}`,
    heading: 'Confirm this e-mail address',
    paragraphs: [
      `Someone wants to log in to ${productName} with this address instead of ${shortened(change.oldEmail)}.`,
      'The address changes when you confirm it.',
    ],
    action: 'Confirm this address',
    link,
    notes: [
      `The link works once, for ${EMAIL_CHANGE_DAYS} days.`,
      'You did not expect this? Then ignore it: nothing changes.',
    ],
  }),
});

/** The mail to the old address, sent immediately: its owner can stop or undo the change. */
export const noticeMail = (change: EmailChange, { productName, host, link }: Part): SendMailOptions => ({
  to: change.oldEmail,
  messageId: messageId(change, 'notice', host),
  ...linkMail({
    subject: `The e-mail address of your ${productName} account is changing`,
    heading: 'Your e-mail address is changing',
    paragraphs: [
      `${change.requestedAs === 'self' ? 'You' : 'An administrator'} asked to change the e-mail address of your ${productName} account to ${shortened(change.newEmail)}.`,
      'It changes when the new address confirms it.',
    ],
    action: 'This was not me: keep my address',
    link,
    notes: [
      `The link works for ${EMAIL_CHANGE_DAYS} days, also after the change: you get your address back.`,
      'If you expected the change, there is nothing to do.',
    ],
  }),
});
