import { Module } from '@nestjs/common';
import { DirectoryModule } from '../directory/directory.module.ts';
import { History } from './history.ts';
import { LiveFeed } from './live-feed.ts';
import { LiveFollower } from './live.follower.ts';
import { LiveGateway } from './live.gateway.ts';

@Module({ imports: [DirectoryModule], providers: [History, LiveFeed, LiveFollower, LiveGateway], exports: [History] })
export class LiveModule {}
