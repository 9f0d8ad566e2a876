import { Module } from '@nestjs/common';
import { Access } from './access.ts';
import { MembershipsConsumer } from './memberships.consumer.ts';

@Module({ controllers: [MembershipsConsumer], providers: [Access], exports: [Access] })
export class AccessModule {}
