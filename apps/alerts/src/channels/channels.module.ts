import { Module } from '@nestjs/common';
import { ChannelRowModule } from '../channel-row/channel-row.module.ts';
import { EgressModule } from '../egress/egress.module.ts';
import { OwnersModule } from '../owners/owners.module.ts';
import { ChannelsController } from './channels.controller.ts';
import { ChannelsService } from './channels.service.ts';
import { ResealingService } from './resealing.service.ts';
import { VerificationService } from './verification.service.ts';

@Module({
  imports: [ChannelRowModule, EgressModule, OwnersModule],
  controllers: [ChannelsController],
  providers: [ChannelsService, VerificationService, ResealingService],
})
export class ChannelsModule {}
