import { Module } from '@nestjs/common';
import { ResponsibleLoops } from './responsible-loops.ts';

@Module({ providers: [ResponsibleLoops] })
export class ResponsibleModule {}
