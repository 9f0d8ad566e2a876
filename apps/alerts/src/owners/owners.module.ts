import { Module } from '@nestjs/common';
import { Owners } from './owners.ts';

@Module({ providers: [Owners], exports: [Owners] })
export class OwnersModule {}
