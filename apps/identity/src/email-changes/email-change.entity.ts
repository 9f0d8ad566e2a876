import { defineEntity, p } from '@mikro-orm/core';

/** In which right a change was asked for. */
export const REQUESTED_AS = ['self', 'admin', 'super_admin'] as const;

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
    /** What the tokens of both links are made from. */
    nonce: p.text(),
    /** SHA-256 of the tokens. */
    confirmHash: p.text(),
    cancelHash: p.text(),
    confirmedAt: p.datetime(3).nullable(),
    canceledAt: p.datetime(3).nullable(),
    /** When each mail is sent, or tried again; null once the server has taken it. */
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

/** A user's new e-mail address, which is used once the address confirms it. The old address may cancel it. */
export class EmailChange extends EmailChangeSchema.class {
  isPending(): boolean {
    return !this.confirmedAt && !this.canceledAt && this.expiresAt.getTime() > Date.now();
  }
}
EmailChangeSchema.setClass(EmailChange);
