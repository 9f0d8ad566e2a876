import { Module } from '@nestjs/common';
import { LiveServer } from '@portico/service/live';
import { DirectoryModule } from '../directory/directory.module.ts';
import { JudgeModule } from '../judge/judge.module.ts';
import { ownPool } from '../table/clickhouse.module.ts';
import { LogsModule } from '../logs/logs.module.ts';
import { LiveFeed } from './live-feed.ts';
import { LiveFollower } from './live.follower.ts';
import { LiveGateway } from './live.gateway.ts';
import { RejectedWatch } from './rejected-watch.ts';

@Module({
  imports: [DirectoryModule, JudgeModule, LogsModule],
  providers: [ownPool('live'), LiveFeed, LiveFollower, LiveGateway, LiveServer, RejectedWatch],
})
export class LiveModule {}
