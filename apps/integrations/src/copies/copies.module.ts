import { Module } from '@nestjs/common';
import { copiesConsumer } from '@portico/messaging';
import { membershipsCopy, organizationsCopy, usersCopy } from './copies.ts';
import { KeyOwnerLoops } from './key-owner-loops.ts';

@Module({
  controllers: [copiesConsumer(organizationsCopy, membershipsCopy, usersCopy)],
  providers: [KeyOwnerLoops],
})
export class CopiesModule {}
