import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.ts';
import { EventSchemasController } from './event-schemas.controller.ts';
import { EventSchemasService } from './event-schemas.service.ts';

@Module({ imports: [AccessModule], controllers: [EventSchemasController], providers: [EventSchemasService] })
export class EventSchemasModule {}
