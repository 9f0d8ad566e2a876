import { Module } from '@nestjs/common';
import { ViewPlaces } from './view-places.ts';
import { ViewsController } from './views.controller.ts';
import { ViewsService } from './views.service.ts';

@Module({ controllers: [ViewsController], providers: [ViewsService, ViewPlaces] })
export class ViewsModule {}
