import { Module } from '@nestjs/common';
import { SigningKeys } from '@portico/postgres/signing-keys';
import { TokensService } from '../tokens/tokens.service.ts';
import { SessionsService } from './sessions.service.ts';

@Module({
  providers: [SessionsService, TokensService, SigningKeys],
  exports: [SessionsService, TokensService, SigningKeys],
})
export class SessionsModule {}
