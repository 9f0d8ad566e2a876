import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.ts';
import { KeysModule } from '../keys/keys.module.ts';
import { HookSecrets } from './hook-secrets.ts';
import { HooksController } from './hooks.controller.ts';
import { HooksService } from './hooks.service.ts';

@Module({ imports: [AccessModule, KeysModule], controllers: [HooksController], providers: [HookSecrets, HooksService] })
export class HooksModule {}
