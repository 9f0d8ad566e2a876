import { Module } from '@nestjs/common';
import { DirectoryModule } from '../directory/directory.module.ts';
import { EventsApiModule } from '@portico/service/events-api';
import { RulePreviews } from './rule-previews.service.ts';
import { RulesController } from './rules.controller.ts';
import { RulesService } from './rules.service.ts';
import { ViewWatch } from './view-watch.ts';

@Module({
  imports: [DirectoryModule, EventsApiModule],
  controllers: [RulesController],
  providers: [RulePreviews, RulesService, ViewWatch],
})
export class RulesModule {}
