import { Module } from '@nestjs/common';
import { OwnersModule } from '../owners/owners.module.ts';
import { ResponsibilitiesController } from './responsibilities.controller.ts';

@Module({ imports: [OwnersModule], controllers: [ResponsibilitiesController] })
export class ResponsibleModule {}
