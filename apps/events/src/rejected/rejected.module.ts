import { Module } from '@nestjs/common';
import { DirectoryModule } from '../directory/directory.module.ts';
import { QueriesModule } from '../queries/queries.module.ts';
import { PublicationService } from './publication.service.ts';
import { RefusalsController } from './rejected.controller.ts';
import { RefusalsService } from './rejected.service.ts';
import { RefusedConsumer } from './rejected.consumer.ts';

@Module({
  imports: [DirectoryModule, QueriesModule],
  controllers: [RefusalsController],
  providers: [RefusalsService, PublicationService, RefusedConsumer],
})
export class RefusalsModule {}
