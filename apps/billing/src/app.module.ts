import { type DynamicModule, Module } from '@nestjs/common';
import { ServiceModule } from '@portico/service';
import type { BillingConfig } from './config.ts';
import { ProductsController } from './products/products.controller.ts';
import { ProductsService } from './products/products.service.ts';
import { STRIPE, stripeClient } from './stripe.ts';

@Module({})
export class AppModule {
  static with(config: BillingConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [ServiceModule.with('billing', config)],
      controllers: [ProductsController],
      providers: [ProductsService, { provide: STRIPE, useFactory: () => stripeClient(config) }],
    };
  }
}
