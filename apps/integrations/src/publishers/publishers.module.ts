import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.ts';
import { PublishersController } from './publishers.controller.ts';
import { PublishersService } from './publishers.service.ts';
import { UsersConsumer } from './users.consumer.ts';

@Module({
  imports: [AccessModule],
  controllers: [PublishersController, UsersConsumer],
  providers: [PublishersService],
})
export class PublishersModule {}
