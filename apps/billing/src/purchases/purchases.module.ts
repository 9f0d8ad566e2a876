import { Module } from '@nestjs/common';
import { CustomersModule } from '../customers/customers.module.ts';
import { OrganizationBillingModule } from '../organization-billing/organization-billing.module.ts';
import { ProductsModule } from '../products/products.module.ts';
import { UsageModule } from '../usage/usage.module.ts';
import { ForgetCustomerHandler } from './forget-customer.handler.ts';
import { SynchronizeCustomerHandler } from './synchronize-customer.handler.ts';

@Module({
  imports: [CustomersModule, OrganizationBillingModule, ProductsModule, UsageModule],
  providers: [SynchronizeCustomerHandler, ForgetCustomerHandler],
})
export class PurchasesModule {}
