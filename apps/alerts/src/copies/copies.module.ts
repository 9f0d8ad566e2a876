import { Module } from '@nestjs/common';
import { CopiesConsumer } from './copies.consumer.ts';

@Module({ controllers: [CopiesConsumer] })
export class CopiesModule {}
