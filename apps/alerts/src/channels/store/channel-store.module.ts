import { Module } from '@nestjs/common';
import { ChannelSecrets } from './channel-secrets.ts';

@Module({ providers: [ChannelSecrets], exports: [ChannelSecrets] })
export class ChannelStoreModule {}
