import { Module } from '@nestjs/common';
import { Privacy } from './privacy.ts';
import { Scopes } from './scopes.ts';

@Module({ providers: [Scopes, Privacy], exports: [Scopes, Privacy] })
export class DirectoryModule {}
