import { Module } from '@nestjs/common';
import { BindingsModule } from '../bindings/bindings.module.ts';
import { BotCheckModule } from '../bot-check/bot-check.module.ts';
import { EmailChangesModule } from '../email-changes/email-changes.module.ts';
import { SessionsModule } from '../sessions/sessions.module.ts';
import { PurchasesConsumer } from './purchases.consumer.ts';
import { SignUpService } from './sign-up.service.ts';
import { UsersController } from './users.controller.ts';
import { UsersService } from './users.service.ts';

@Module({
  imports: [BindingsModule, BotCheckModule, EmailChangesModule, SessionsModule],
  controllers: [UsersController, PurchasesConsumer],
  providers: [UsersService, SignUpService],
  exports: [UsersService],
})
export class UsersModule {}
