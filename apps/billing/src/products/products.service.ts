import { Inject, Injectable } from '@nestjs/common';
import { type BillableProduct, PriceInterval } from '@portico/contracts/http/billing';
import { Problem } from '@portico/service';
import { Stripe } from 'stripe';
import { STRIPE } from '../stripe.ts';
import { countOf, organizationProductOf } from './offer.ts';

/** How long a read catalogue is answered without asking Stripe again, in milliseconds. */
const FRESH_FOR = 60_000;

type Catalogue = { products: BillableProduct[]; readAt: number };

/** What can be bought: Stripe's active products that have a price in US dollars. */
@Injectable()
export class ProductsService {
  private catalogue: Catalogue | null = null;
  private reading: Promise<Catalogue> | null = null;

  constructor(@Inject(STRIPE) private readonly stripe: Stripe) {}

  /** @throws Problem `unavailable` while Stripe cannot be asked and nothing has been read before. */
  async list(): Promise<BillableProduct[]> {
    if (this.catalogue && Date.now() - this.catalogue.readAt < FRESH_FOR) return this.catalogue.products;
    this.reading ??= this.read().finally(() => {
      this.reading = null;
    });
    try {
      this.catalogue = await this.reading;
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeError)) throw error;
      if (!this.catalogue) throw Problem.unavailable('The product list', error);
    }
    return this.catalogue.products;
  }

  private async read(): Promise<Catalogue> {
    const products: BillableProduct[] = [];
    for await (const product of this.stripe.products.list({
      active: true,
      limit: 100,
      expand: ['data.default_price'],
    })) {
      const billable = toBillable(product);
      if (billable) products.push(billable);
    }
    return { products, readAt: Date.now() };
  }
}

function toBillable(product: Stripe.Product): BillableProduct | null {
  const { id, name, description, default_price: price, metadata } = product;
  if (!price || typeof price === 'string' || price.currency !== 'usd' || price.unit_amount === null) return null;
  return {
    id,
    name,
    description,
    unit: product.unit_label ?? null,
    included: countOf(metadata['included'], 0),
    minimum: countOf(metadata['minimum'], 1),
    organizationProduct: organizationProductOf(product),
    defaultPrice: {
      id: price.id,
      lookupKey: price.lookup_key,
      unitAmount: price.unit_amount,
      interval: PriceInterval.nullable().parse(price.recurring?.interval ?? null),
    },
  };
}
