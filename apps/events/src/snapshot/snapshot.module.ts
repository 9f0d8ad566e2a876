import { Module } from '@nestjs/common';
import { LogsModule } from '../logs/logs.module.ts';
import { Snapshots } from './snapshots.ts';

@Module({ imports: [LogsModule], providers: [Snapshots], exports: [Snapshots] })
export class SnapshotModule {}
