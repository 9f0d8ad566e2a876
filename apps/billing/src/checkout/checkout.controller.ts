import { Body, Controller } from '@nestjs/common';
import {
  CheckoutCreate,
  type CheckoutOutcome,
  CheckoutReturn,
  createCheckout,
  createCustomerPortal,
  CustomerPortalCreate,
  type HostedPage,
  returnFromCheckout,
} from '@portico/contracts/http/billing';
import { type Caller, CurrentCaller, Serve } from '@portico/service';
import { CheckoutService } from './checkout.service.ts';
import { PortalService } from './portal.service.ts';

@Controller()
export class CheckoutController {
  constructor(
    private readonly checkout: CheckoutService,
    private readonly portal: PortalService,
  ) {}

  @Serve(createCheckout)
  create(@CurrentCaller() caller: Caller, @Body({ schema: CheckoutCreate }) body: CheckoutCreate): Promise<HostedPage> {
    return this.checkout.create(caller, body);
  }

  @Serve(returnFromCheckout)
  comeBack(
    @CurrentCaller() caller: Caller,
    @Body({ schema: CheckoutReturn }) { sessionId }: CheckoutReturn,
  ): Promise<CheckoutOutcome> {
    return this.checkout.comeBack(caller, sessionId);
  }

  @Serve(createCustomerPortal)
  openPortal(
    @CurrentCaller() caller: Caller,
    @Body({ schema: CustomerPortalCreate }) { customerId }: CustomerPortalCreate,
  ): Promise<HostedPage> {
    return this.portal.open(caller, customerId);
  }
}
