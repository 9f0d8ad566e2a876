import { Module } from '@nestjs/common';
import { ViewOwnerLoops } from '../view-owners/view-owner-loops.ts';
import { ResponsibilitiesController } from './responsibilities.controller.ts';
import { ViewPlaces } from './view-places.ts';
import { ViewsController } from './views.controller.ts';
import { ViewsService } from './views.service.ts';

@Module({
  controllers: [ViewsController, ResponsibilitiesController],
  providers: [ViewsService, ViewPlaces, ViewOwnerLoops],
})
export class ViewsModule {}
