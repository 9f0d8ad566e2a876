import { Module } from '@nestjs/common';
import { DirectoryConsumer } from './directory.consumer.ts';
import { Scopes } from './scopes.ts';

@Module({ controllers: [DirectoryConsumer], providers: [Scopes], exports: [Scopes] })
export class DirectoryModule {}
