import { Module } from '@nestjs/common';
import { AcknowledgeLinksModule } from './acknowledge-links.module.ts';
import { AcknowledgementController } from './acknowledgement.controller.ts';
import { AcknowledgementService } from './acknowledgement.service.ts';

@Module({
  imports: [AcknowledgeLinksModule],
  controllers: [AcknowledgementController],
  providers: [AcknowledgementService],
})
export class AcknowledgementModule {}
