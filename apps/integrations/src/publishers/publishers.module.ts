import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.ts';
import { PublishersController } from './publishers.controller.ts';
import { PublishersService } from './publishers.service.ts';

@Module({
  imports: [AccessModule],
  controllers: [PublishersController],
  providers: [PublishersService],
})
export class PublishersModule {}
