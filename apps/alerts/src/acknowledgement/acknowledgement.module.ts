import { Module } from '@nestjs/common';
import { AcknowledgementController } from './acknowledgement.controller.ts';
import { AcknowledgementService } from './acknowledgement.service.ts';

@Module({
  controllers: [AcknowledgementController],
  providers: [AcknowledgementService],
})
export class AcknowledgementModule {}
