import { Module } from '@nestjs/common';
import { ViewsController } from './views.controller.ts';
import { ViewsService } from './views.service.ts';

@Module({ controllers: [ViewsController], providers: [ViewsService] })
export class ViewsModule {}
