import { Module } from '@nestjs/common';
import { OwnersModule } from '../owners/owners.module.ts';
import { ResponsibilitiesController } from './responsibilities.controller.ts';
import { ResponsibleLoops } from './responsible-loops.ts';

@Module({ imports: [OwnersModule], controllers: [ResponsibilitiesController], providers: [ResponsibleLoops] })
export class ResponsibleModule {}
