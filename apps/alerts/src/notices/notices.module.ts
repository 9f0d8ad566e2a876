import { Module } from '@nestjs/common';
import { DirectoryModule } from '../directory/directory.module.ts';
import { InboxService } from './inbox.service.ts';
import { NoticesController } from './notices.controller.ts';
import { Planner } from './planner.ts';

@Module({
  imports: [DirectoryModule],
  controllers: [NoticesController],
  providers: [InboxService, Planner],
  exports: [Planner],
})
export class NoticesModule {}
