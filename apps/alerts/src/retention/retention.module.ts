import { Module } from '@nestjs/common';
import { OldRows } from './old-rows.ts';
import { RetentionLoop } from './retention-loop.ts';

@Module({ providers: [OldRows, RetentionLoop] })
export class RetentionModule {}
