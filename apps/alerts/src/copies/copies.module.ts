import { Module } from '@nestjs/common';
import { ChannelStoreModule } from '../channels/store/channel-store.module.ts';
import { CopiesConsumer, UsersConsumer } from './copies.consumer.ts';

@Module({ imports: [ChannelStoreModule], controllers: [CopiesConsumer, UsersConsumer] })
export class CopiesModule {}
