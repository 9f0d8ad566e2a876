import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.ts';
import { KeyUsesConsumer } from './key-uses.consumer.ts';
import { KeysController } from './keys.controller.ts';
import { KeysService } from './keys.service.ts';
import { ResponsibilitiesController } from './responsibilities.controller.ts';

@Module({
  imports: [AccessModule],
  controllers: [KeysController, KeyUsesConsumer, ResponsibilitiesController],
  providers: [KeysService],
  exports: [KeysService],
})
export class KeysModule {}
