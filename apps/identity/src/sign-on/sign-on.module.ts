import { Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/sessions.module.ts';
import { JwksController } from '../tokens/jwks.controller.ts';
import { UsersModule } from '../users/users.module.ts';
import { OrganizationViewsService } from './organization-views.service.ts';
import { ProviderTokens } from './provider-tokens.ts';
import { SessionsController } from './sessions.controller.ts';
import { SignOnController } from './sign-on.controller.ts';
import { SignOnService } from './sign-on.service.ts';

@Module({
  imports: [UsersModule, SessionsModule],
  controllers: [SignOnController, SessionsController, JwksController],
  providers: [SignOnService, ProviderTokens, OrganizationViewsService],
})
export class SignOnModule {}
