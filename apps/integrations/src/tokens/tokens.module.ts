import { Module } from '@nestjs/common';
import { SigningKeys } from '@portico/postgres/signing-keys';
import { KafkaTokens } from './kafka-tokens.service.ts';
import { TokensController } from './tokens.controller.ts';

@Module({ controllers: [TokensController], providers: [KafkaTokens, SigningKeys] })
export class TokensModule {}
