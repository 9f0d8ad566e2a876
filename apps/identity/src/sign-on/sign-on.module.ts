import { Module } from '@nestjs/common';
import { SessionsController } from '../sessions/sessions.controller.ts';
import { SessionsModule } from '../sessions/sessions.module.ts';
import { JwksController } from '../tokens/jwks.controller.ts';
import { UsersModule } from '../users/users.module.ts';
import { ProviderTokens } from './provider-tokens.ts';
import { SignOnController } from './sign-on.controller.ts';
import { SignOnService } from './sign-on.service.ts';

@Module({
  imports: [UsersModule, SessionsModule],
  controllers: [SignOnController, SessionsController, JwksController],
  providers: [SignOnService, ProviderTokens],
})
export class SignOnModule {}
