import { Module } from '@nestjs/common';
import { KeysModule } from '../keys/keys.module.ts';
import { OrganizationsService } from '../organizations/organizations.service.ts';
import { IntegrationsController } from './integrations.controller.ts';
import { IntegrationsService } from './integrations.service.ts';

@Module({
  imports: [KeysModule],
  controllers: [IntegrationsController],
  providers: [IntegrationsService, OrganizationsService],
})
export class IntegrationsModule {}
