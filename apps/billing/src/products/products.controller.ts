import { Controller } from '@nestjs/common';
import { type BillableProduct, listBillableProducts } from '@portico/contracts/http/billing';
import { Serve } from '@portico/service';
import { ProductsService } from './products.service.ts';

@Controller()
export class ProductsController {
  constructor(private readonly products: ProductsService) {}

  @Serve(listBillableProducts)
  list(): Promise<BillableProduct[]> {
    return this.products.list();
  }
}
