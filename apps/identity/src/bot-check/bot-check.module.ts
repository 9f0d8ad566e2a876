import { Module } from '@nestjs/common';
import { Passes } from '@portico/service';
import { BotCheckController } from './bot-check.controller.ts';
import { BotCheckService } from './bot-check.service.ts';
import { Proofs } from './proofs.ts';

@Module({ controllers: [BotCheckController], providers: [BotCheckService, Proofs, Passes], exports: [Proofs] })
export class BotCheckModule {}
