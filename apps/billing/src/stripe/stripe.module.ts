import { type DynamicModule, Global, Module } from '@nestjs/common';
import { STRIPE, type StripeConfig, stripeClient } from './stripe.ts';

@Global()
@Module({})
export class StripeModule {
  static with(config: StripeConfig): DynamicModule {
    return {
      module: StripeModule,
      providers: [{ provide: STRIPE, useFactory: () => stripeClient(config) }],
      exports: [STRIPE],
    };
  }
}
