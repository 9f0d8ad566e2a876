import { Controller, Param, Query } from '@nestjs/common';
import { IdParams } from '@portico/contracts/common/ids';
import { type Page, Paging } from '@portico/contracts/common/page';
import { type Delivery, listDeliveries, resendDelivery, testChannel } from '@portico/contracts/http/channels';
import { type Caller, CurrentCaller, Serve } from '@portico/service';
import { DeliveriesService } from './deliveries.service.ts';
import { Sending } from './sending.ts';

@Controller()
export class DeliveriesController {
  constructor(
    private readonly deliveries: DeliveriesService,
    private readonly sending: Sending,
  ) {}

  @Serve(listDeliveries)
  list(
    @CurrentCaller() caller: Caller,
    @Param({ schema: IdParams }) { id }: IdParams,
    @Query({ schema: Paging }) query: Paging,
  ): Promise<Page<Delivery>> {
    return this.deliveries.list(caller, id, query);
  }

  @Serve(testChannel)
  async test(@CurrentCaller() caller: Caller, @Param({ schema: IdParams }) { id }: IdParams): Promise<Delivery> {
    return this.settled(await this.deliveries.test(caller, id));
  }

  @Serve(resendDelivery)
  async resend(@CurrentCaller() caller: Caller, @Param({ schema: IdParams }) { id }: IdParams): Promise<Delivery> {
    return this.settled(await this.deliveries.resend(caller, id));
  }

  /** Waits until a sender has tried to send the queued message, for at most 11 seconds, and returns the delivery. */
  private async settled(queued: Delivery): Promise<Delivery> {
    await this.sending.attempted(async () => {
      const { state, attempts } = (await this.deliveries.find(queued.id)) ?? queued;
      return state !== 'pending' && state !== 'sending' ? true : attempts > 0 && state === 'pending';
    });
    return (await this.deliveries.find(queued.id)) ?? queued;
  }
}
