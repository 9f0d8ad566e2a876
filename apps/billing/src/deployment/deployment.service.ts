import { randomUUID } from 'node:crypto';
import { MikroORM } from '@mikro-orm/postgresql';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { CONFIG } from '@portico/service';
import type { Stripe } from 'stripe';
import { z } from 'zod';

/** Name of the metadata that marks the deployment of a customer or a checkout. */
const DEPLOYMENT = 'portico_deployment';

export const DeploymentConfig = z.object({
  /** The identity of this deployment among those that share a Stripe account; generated with the database by default. */
  DEPLOYMENT_ID: z
    .string()
    .regex(/^[\w-]{1,64}$/, 'should be up to 64 letters, digits, - and _')
    .optional(),
});
export type DeploymentConfig = z.infer<typeof DeploymentConfig>;

/** Whether any deployment of this product created a record in Stripe. */
export const isMarked = (metadata: Stripe.Metadata | null): boolean => metadata?.[DEPLOYMENT] !== undefined;

/** Distinguishes this deployment's records in Stripe from another's. */
@Injectable()
export class DeploymentService implements OnModuleInit {
  /** Constant for the lifetime of the database. */
  id = '';

  constructor(
    @Inject(CONFIG) private readonly config: DeploymentConfig,
    private readonly orm: MikroORM,
  ) {}

  /** @throws if the database belongs to another deployment than the configured one. */
  async onModuleInit(): Promise<void> {
    const em = this.orm.em.fork();
    const { DEPLOYMENT_ID: configured } = this.config;
    await em.execute('insert into deployment (id, deployment_id) values (1, ?) on conflict do nothing', [
      configured ?? randomUUID(),
    ]);
    const [row] = await em.execute<{ deployment_id: string }[]>('select deployment_id from deployment');
    this.id = row?.deployment_id ?? '';
    if (configured !== undefined && configured !== this.id)
      throw new Error(`DEPLOYMENT_ID is ${configured}, and this database belongs to the deployment ${this.id}`);
  }

  /** Metadata of every record created in Stripe. */
  get mark(): Record<string, string> {
    return { [DEPLOYMENT]: this.id };
  }

  /** `unmarked`: from before deployment marks, or another product's. */
  ownerOf({ metadata }: { metadata: Stripe.Metadata | null }): 'us' | 'another' | 'unmarked' {
    const id = metadata?.[DEPLOYMENT];
    if (id === undefined) return 'unmarked';
    return id === this.id ? 'us' : 'another';
  }
}
