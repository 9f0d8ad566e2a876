import { Inject, Injectable } from '@nestjs/common';
import type { BillableProduct } from '@portico/contracts/http/billing';
import { Problem } from '@portico/service';
import { Stripe } from 'stripe';
import { CachedRead } from '../stripe/cached-read.ts';
import { askStripe } from '../stripe/refusals.ts';
import { STRIPE } from '../stripe/stripe.ts';
import { toBillable } from './offer.ts';

const CACHE_MS = 60_000;

type Catalogue = { products: ReadonlyMap<string, Stripe.Product>; billable: BillableProduct[] };

/**
 * Stripe's products and prices, cached in memory. A webhook reloads them immediately in the process that handles it; other processes
 * follow within a minute.
 */
@Injectable()
export class ProductsService {
  private readonly catalogue = new CachedRead(() => this.read(), CACHE_MS);

  constructor(@Inject(STRIPE) private readonly stripe: Stripe) {}

  /**
   * Returns the products that can be bought: active products that have a price in US dollars.
   * @throws Problem `unavailable` while Stripe is unavailable and nothing is cached.
   */
  async list(): Promise<BillableProduct[]> {
    return (await this.current()).billable;
  }

  /** Returns all products by id, including those no longer sold. @throws the same errors as `list`. */
  async all(): Promise<ReadonlyMap<string, Stripe.Product>> {
    return (await this.current()).products;
  }

  /** @throws Problem `validation_failed` with a fault for each product that cannot be bought; `unavailable`. */
  async require(ids: readonly string[]): Promise<BillableProduct[]> {
    let products = await this.list();
    const isUnknown = (id: string): boolean => !products.some((product) => product.id === id);
    if (ids.some(isUnknown)) products = (await this.refresh()).billable;
    const faults = [...ids.entries()]
      .filter(([, id]) => isUnknown(id))
      .map(([index, id]) => ({ pointer: `/productIds/${index}`, message: `The product ${id} is not for sale` }));
    if (faults.length > 0) throw new Problem('validation_failed', 'Some products are not for sale', faults);
    return ids.flatMap((id) => products.filter((product) => product.id === id));
  }

  /** @throws Problem `unavailable`. */
  refresh(): Promise<Catalogue> {
    return this.catalogue.refresh();
  }

  private async current(): Promise<Catalogue> {
    return this.catalogue.current().catch((error: unknown) => {
      const { known } = this.catalogue;
      if (known && error instanceof Problem) return known;
      throw error;
    });
  }

  private read(): Promise<Catalogue> {
    return askStripe('The product list', async () => {
      const products = new Map<string, Stripe.Product>();
      for await (const product of this.stripe.products.list({ limit: 100, expand: ['data.default_price'] }))
        products.set(product.id, product);
      const billable = [...products.values()].map(toBillable).filter((product) => product !== null);
      return { products, billable };
    });
  }
}
