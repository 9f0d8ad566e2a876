import { Module } from '@nestjs/common';
import { ResponsibilitiesController } from './responsibilities.controller.ts';

@Module({ controllers: [ResponsibilitiesController] })
export class ResponsibleModule {}
