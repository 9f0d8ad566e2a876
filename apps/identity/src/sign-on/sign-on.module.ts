import { Module } from '@nestjs/common';
import { SigningKeys } from '@portico/postgres/signing-keys';
import { JwksController } from '../tokens/jwks.controller.ts';
import { TokensService } from '../tokens/tokens.service.ts';
import { UsersModule } from '../users/users.module.ts';
import { ProviderTokens } from './provider-tokens.ts';
import { SignOnController } from './sign-on.controller.ts';
import { SignOnService } from './sign-on.service.ts';

@Module({
  imports: [UsersModule],
  controllers: [SignOnController, JwksController],
  providers: [SignOnService, ProviderTokens, TokensService, SigningKeys],
})
export class SignOnModule {}
