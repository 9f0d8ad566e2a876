import { defineEntity, p } from '@mikro-orm/core';
import { MEMBER_ROLES } from '@portico/contracts/common/roles';
import {
  type Invitation as InvitationRow,
  type INVITATION_STATES,
  MAIL_STATES,
} from '@portico/contracts/http/invitations';

const InvitationSchema = defineEntity({
  name: 'Invitation',
  tableName: 'invitations',
  properties: {
    id: p.integer().primary().autoincrement(),
    organizationId: p.integer(),
    /** The invited e-mail address in lower case. */
    email: p.text(),
    role: p.enum(MEMBER_ROLES),
    invitedBy: p.integer(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    expiresAt: p.datetime(3),
    /** Nonce of the link's token. Each new link has a new nonce. */
    nonce: p.text(),
    tokenHash: p.text(),
    acceptedAt: p.datetime(3).nullable(),
    acceptedBy: p.integer().nullable(),
    revokedAt: p.datetime(3).nullable(),
    mail: p.enum(MAIL_STATES),
    mailAttempts: p.integer().default(0),
    nextMailAt: p.datetime(3).nullable(),
    mailError: p.text().nullable(),
  },
  uniques: [{ name: 'invitations_token_hash_unique', properties: ['tokenHash'] }],
  indexes: [
    { name: 'invitations_organization_index', properties: ['organizationId', 'id'] },
    { name: 'invitations_email_index', properties: ['email'] },
    { name: 'invitations_next_mail_index', properties: ['nextMailAt'] },
  ],
});

export class Invitation extends InvitationSchema.class {
  stateNow(): (typeof INVITATION_STATES)[number] {
    if (this.acceptedAt) return 'accepted';
    if (this.revokedAt) return 'revoked';
    return this.expiresAt.getTime() <= Date.now() ? 'expired' : 'open';
  }

  toRow(link: string): InvitationRow {
    const { id, email, role, mail } = this;
    const state = this.stateNow();
    return {
      id,
      email,
      role,
      state,
      mail,
      link: state === 'open' ? link : null,
      createdAt: this.createdAt.toISOString(),
      expiresAt: this.expiresAt.toISOString(),
    };
  }
}
InvitationSchema.setClass(Invitation);
