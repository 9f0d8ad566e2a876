import { Body, Controller, Headers } from '@nestjs/common';
import { receiveWebhook } from '@portico/contracts/http/billing';
import { Public, Serve } from '@portico/service';
import { WebhooksService } from './webhooks.service.ts';

/** Receives Stripe's webhooks, which their signature authenticates. */
@Controller()
@Public()
export class WebhooksController {
  constructor(private readonly webhooks: WebhooksService) {}

  @Serve(receiveWebhook)
  receive(@Body() body: unknown, @Headers('stripe-signature') signature: string | undefined): Promise<void> {
    return this.webhooks.receive(body, signature);
  }
}
