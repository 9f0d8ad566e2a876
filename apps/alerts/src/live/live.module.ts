import { Module } from '@nestjs/common';
import { DirectoryModule } from '../directory/directory.module.ts';
import { LiveGateway } from './live.gateway.ts';

@Module({ imports: [DirectoryModule], providers: [LiveGateway] })
export class LiveModule {}
