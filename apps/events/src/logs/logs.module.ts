import { Module } from '@nestjs/common';
import { HistoryLag } from './history-lag.ts';

@Module({ providers: [HistoryLag], exports: [HistoryLag] })
export class LogsModule {}
