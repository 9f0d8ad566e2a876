import { Module } from '@nestjs/common';
import { EntitlementsModule } from '../entitlements/entitlements.module.ts';
import { InvitationsModule } from '../invitations/invitations.module.ts';
import { MembershipsModule } from '../memberships/memberships.module.ts';
import { OrganizationsController } from './organizations.controller.ts';
import { OrganizationsService } from './organizations.service.ts';

@Module({
  imports: [MembershipsModule, InvitationsModule, EntitlementsModule],
  controllers: [OrganizationsController],
  providers: [OrganizationsService],
})
export class OrganizationsModule {}
