import { EntityManager } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import { INVITATION_DAYS } from '@portico/contracts/http/invitations';
import { CONFIG } from '@portico/service';
import type { SendMailOptions } from '@portico/service/mail';
import type { OrgsConfig } from '../config.ts';
import { Organization } from '../organization-row/organization.entity.ts';
import { UsersService } from '../users/users.service.ts';
import type { Invitation } from './invitation.entity.ts';
import { InvitationLinks } from './invitation-links.ts';
import { type Invited, invitationMail } from './invitation-mail.ts';

/** Writes the mails to invited people. */
@Injectable()
export class InvitationMails {
  constructor(
    private readonly em: EntityManager,
    @Inject(CONFIG) private readonly config: OrgsConfig,
    private readonly users: UsersService,
    private readonly links: InvitationLinks,
  ) {}

  async of(invitation: Invitation): Promise<SendMailOptions> {
    const em = this.em.fork();
    const organization = await em.findOne(Organization, { id: invitation.organizationId });
    const inviter = (await this.users.byId(em, [invitation.invitedBy])).get(invitation.invitedBy);
    const invited: Invited = {
      productName: this.config.PRODUCT_NAME,
      organization: organization?.name ?? '',
      inviter: inviter?.name ?? null,
      role: invitation.role,
      link: this.links.linkOf(invitation),
      days: INVITATION_DAYS,
    };
    const messageId = `<invitation-${invitation.id}-${invitation.nonce}@${new URL(this.config.CONSOLE_URL).hostname}>`;
    return { to: invitation.email, messageId, ...invitationMail(invited) };
  }
}
