import { defineEntity, p } from '@mikro-orm/core';

/** The roles in which a user may request a change. */
const REQUESTED_AS = ['self', 'admin', 'super_admin'] as const;

const EmailChangeSchema = defineEntity({
  name: 'EmailChange',
  tableName: 'email_changes',
  properties: {
    id: p.integer().primary().autoincrement(),
    userId: p.integer(),
    oldEmail: p.text(),
    newEmail: p.text(),
    requestedBy: p.integer(),
    requestedAs: p.enum(REQUESTED_AS),
    requestedAt: p.datetime(3).defaultRaw('now()'),
    expiresAt: p.datetime(3),
    /** Nonce from which the tokens of the confirm link and the cancel link are derived. */
    nonce: p.text(),
    confirmHash: p.text(),
    cancelHash: p.text(),
    confirmedAt: p.datetime(3).nullable(),
    canceledAt: p.datetime(3).nullable(),
    /** When each mail will be sent or retried; null once the mail server has accepted the mail. */
    noticeMailAt: p.datetime(3).nullable(),
    confirmMailAt: p.datetime(3).nullable(),
    mailAttempts: p.integer().default(0),
    mailError: p.text().nullable(),
  },
  uniques: [
    { name: 'email_changes_confirm_hash_unique', properties: ['confirmHash'] },
    { name: 'email_changes_cancel_hash_unique', properties: ['cancelHash'] },
  ],
  indexes: [{ name: 'email_changes_user_index', properties: ['userId'] }],
});

/** A requested change of a user's e-mail address. The new address confirms the change; the old address may cancel it. */
export class EmailChange extends EmailChangeSchema.class {
  isPending(): boolean {
    return !this.confirmedAt && !this.canceledAt && this.expiresAt.getTime() > Date.now();
  }
}
EmailChangeSchema.setClass(EmailChange);
