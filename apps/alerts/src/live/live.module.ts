import { Module } from '@nestjs/common';
import { LiveServer } from '@portico/service/live';
import { DirectoryModule } from '../directory/directory.module.ts';
import { LiveGateway } from './live.gateway.ts';

@Module({ imports: [DirectoryModule], providers: [LiveGateway, LiveServer] })
export class LiveModule {}
