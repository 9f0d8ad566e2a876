import { Module } from '@nestjs/common';
import { ChannelStoreModule } from './store/channel-store.module.ts';
import { EgressModule } from '../egress/egress.module.ts';
import { ChannelsController } from './channels.controller.ts';
import { ChannelsService } from './channels.service.ts';
import { ResealingService } from './resealing.service.ts';
import { VerificationService } from './verification.service.ts';

@Module({
  imports: [ChannelStoreModule, EgressModule],
  controllers: [ChannelsController],
  providers: [ChannelsService, VerificationService, ResealingService],
})
export class ChannelsModule {}
