import { Module } from '@nestjs/common';
import { CustomersModule } from '../customers/customers.module.ts';
import { OrganizationsModule } from '../organizations/organizations.module.ts';
import { ProductsModule } from '../products/products.module.ts';
import { CheckoutController } from './checkout.controller.ts';
import { CheckoutService } from './checkout.service.ts';
import { PortalService } from './portal.service.ts';

@Module({
  imports: [OrganizationsModule, ProductsModule, CustomersModule],
  controllers: [CheckoutController],
  providers: [CheckoutService, PortalService],
})
export class CheckoutModule {}
