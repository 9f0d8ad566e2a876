import { Module } from '@nestjs/common';
import { Access } from './access.ts';

@Module({ providers: [Access], exports: [Access] })
export class AccessModule {}
