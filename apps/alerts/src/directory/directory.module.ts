import { Module } from '@nestjs/common';
import { Scopes } from './scopes.ts';

@Module({ providers: [Scopes], exports: [Scopes] })
export class DirectoryModule {}
