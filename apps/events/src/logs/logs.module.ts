import { Module } from '@nestjs/common';
import { HistoryLag } from './history-lag.ts';
import { RestoredStore } from './restored-store.ts';

@Module({ providers: [HistoryLag, RestoredStore], exports: [HistoryLag, RestoredStore] })
export class LogsModule {}
