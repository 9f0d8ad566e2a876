import { Module } from '@nestjs/common';
import { OrganizationsService } from '../organizations/organizations.service.ts';
import { IntegrationsController } from './integrations.controller.ts';
import { IntegrationsService } from './integrations.service.ts';

@Module({ controllers: [IntegrationsController], providers: [IntegrationsService, OrganizationsService] })
export class IntegrationsModule {}
