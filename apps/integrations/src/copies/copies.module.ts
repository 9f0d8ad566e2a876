import { Module } from '@nestjs/common';
import { CopiesConsumer } from './copies.consumer.ts';
import { KeyOwnerLoops } from './key-owner-loops.ts';

@Module({ controllers: [CopiesConsumer], providers: [KeyOwnerLoops] })
export class CopiesModule {}
