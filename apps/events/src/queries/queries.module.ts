import { Module } from '@nestjs/common';
import { DirectoryModule } from '../directory/directory.module.ts';
import { EventsController } from './events.controller.ts';
import { EventsService } from './events.service.ts';

@Module({
  imports: [DirectoryModule],
  controllers: [EventsController],
  providers: [EventsService],
})
export class QueriesModule {}
