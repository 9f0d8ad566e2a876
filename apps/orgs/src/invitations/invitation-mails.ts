import { EntityManager } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import { INVITATION_DAYS } from '@portico/contracts/http/invitations';
import { CONFIG } from '@portico/service';
import { type SendMailOptions, linkMail } from '@portico/service/mail';
import type { OrgsConfig } from '../config.ts';
import { Organization } from '../organization-row/organization.entity.ts';
import { UsersService } from '../users/users.service.ts';
import type { Invitation } from './invitation.entity.ts';
import { InvitationLinks } from './invitation-links.ts';
import { withoutLinks } from '@portico/contracts/common/mailed-name';
import type { MemberRole } from '@portico/contracts/common/roles';

type Invited = {
  productName: string;
  organization: string;
  /** Name of the inviter; null while this service knows only the inviter's id. */
  inviter: string | null;
  role: MemberRole;
  link: string;
  days: number;
};

const ROLES: Record<MemberRole, string> = {
  viewer: 'You will see its integration events.',
  operator: 'You will see its integration events and can correct rejected events.',
  manager:
    'You will see its integration events and can correct rejected events, connect integrations, and manage its members and their roles.',
};

/** Puts a text on one line, because names are untrusted text. */
const line = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** The mail of an invitation. It loads no remote content, and explains what to do if the invitation is unexpected. */
function invitationMail(invited: Invited): { subject: string; text: string; html: string } {
  const productName = line(invited.productName);
  const organization = withoutLinks(line(invited.organization));
  const intro = invited.inviter === null ? 'You are invited' : `${withoutLinks(line(invited.inviter))} invites you`;
  const subject = `Invitation to ${organization} on ${productName}`;
  const role = ROLES[invited.role];
  const once = `The link works once, for ${invited.days} days, and only for this e-mail address.`;
  const ignore = 'If you did not expect this mail, ignore it. You will not join the organization.';
  return linkMail({
    subject,
    heading: `Join ${organization}`,
    paragraphs: [`${intro} to join ${organization} on ${productName}.`, role],
    action: 'Accept the invitation',
    link: invited.link,
    notes: [once, ignore],
  });
}

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
