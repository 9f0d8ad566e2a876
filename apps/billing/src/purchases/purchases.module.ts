import { Module } from '@nestjs/common';
import { CustomersModule } from '../customers/customers.module.ts';
import { ProductsModule } from '../products/products.module.ts';
import { WebhooksModule } from '../webhooks/webhooks.module.ts';
import { ForgetCustomerHandler } from './forget-customer.handler.ts';
import { PurchasesController } from '../overview/overview.controller.ts';
import { PurchasesService } from '../overview/overview.service.ts';
import { SynchronizeCustomerHandler } from './synchronize-customer.handler.ts';

@Module({
  imports: [CustomersModule, ProductsModule, WebhooksModule],
  controllers: [PurchasesController],
  providers: [PurchasesService, SynchronizeCustomerHandler, ForgetCustomerHandler],
})
export class PurchasesModule {}
