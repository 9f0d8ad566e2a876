import { Body, Controller } from '@nestjs/common';
import {
  acknowledgeByLink,
  type AcknowledgeOffer,
  AcknowledgeToken,
  readAcknowledge,
} from '@portico/contracts/http/notices';
import { Public, Serve } from '@portico/service';
import { AcknowledgementService } from './acknowledgement.service.ts';

@Controller()
export class AcknowledgementController {
  constructor(private readonly acknowledgement: AcknowledgementService) {}

  @Public()
  @Serve(readAcknowledge)
  offer(@Body({ schema: AcknowledgeToken }) { token }: AcknowledgeToken): Promise<AcknowledgeOffer> {
    return this.acknowledgement.offer(token);
  }

  @Public()
  @Serve(acknowledgeByLink)
  acknowledge(@Body({ schema: AcknowledgeToken }) { token }: AcknowledgeToken): Promise<AcknowledgeOffer> {
    return this.acknowledgement.acknowledge(token);
  }
}
