import { Module } from '@nestjs/common';
import { OrganizationsModule } from '../organizations/organizations.module.ts';
import { ProductsModule } from '../products/products.module.ts';
import { UsageModule } from '../usage/usage.module.ts';
import { CustomerBilling } from './customer-billing.ts';
import { OrganizationBillingController } from './organization-billing.controller.ts';
import { OrganizationBillingService } from './organization-billing.service.ts';

@Module({
  imports: [OrganizationsModule, ProductsModule, UsageModule],
  controllers: [OrganizationBillingController],
  providers: [OrganizationBillingService, CustomerBilling],
  exports: [CustomerBilling],
})
export class OrganizationBillingModule {}
