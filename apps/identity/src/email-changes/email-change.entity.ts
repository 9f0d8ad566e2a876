import { defineEntity, p } from '@mikro-orm/core';

/** The role in which a change was requested. */
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
    /** Nonce of both links' tokens. */
    nonce: p.text(),
    /** SHA-256 of the tokens. */
    confirmHash: p.text(),
    cancelHash: p.text(),
    confirmedAt: p.datetime(3).nullable(),
    canceledAt: p.datetime(3).nullable(),
    /** When each mail is due, or due again; null once the server has accepted it. */
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

/** A user's pending e-mail address. The new address confirms it; the old one may cancel it. */
export class EmailChange extends EmailChangeSchema.class {
  isPending(): boolean {
    return !this.confirmedAt && !this.canceledAt && this.expiresAt.getTime() > Date.now();
  }
}
EmailChangeSchema.setClass(EmailChange);
