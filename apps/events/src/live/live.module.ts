import { Module } from '@nestjs/common';
import { ownPool } from '../table/clickhouse.module.ts';
import { DirectoryModule } from '../directory/directory.module.ts';
import { IngestModule } from '../ingest/ingest.module.ts';
import { LiveFeed } from './live-feed.ts';
import { LiveFollower } from './live.follower.ts';
import { LiveGateway } from './live.gateway.ts';

@Module({ imports: [DirectoryModule, IngestModule], providers: [ownPool('live'), LiveFeed, LiveFollower, LiveGateway] })
export class LiveModule {}
