import { randomUUID } from 'node:crypto';
import { MikroORM } from '@mikro-orm/postgresql';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { CONFIG } from '@portico/service';
import type { Stripe } from 'stripe';
import { z } from 'zod';

/** Key in Stripe's metadata of the id of the deployment that created a customer or a checkout. */
const DEPLOYMENT = 'portico_deployment';

export const DeploymentConfig = z.object({
  /** The identity of this deployment among the deployments that share a Stripe account. Default: generated with the database. */
  DEPLOYMENT_ID: z
    .string()
    .regex(/^[\w-]{1,64}$/, 'should be up to 64 letters, digits, - and _')
    .optional(),
});
export type DeploymentConfig = z.infer<typeof DeploymentConfig>;

/** Whether a deployment of Portico, this or another, created a record in Stripe. */
export const isMarked = (metadata: Stripe.Metadata | null): boolean => metadata?.[DEPLOYMENT] !== undefined;

/** Distinguishes this deployment's records in Stripe from other deployments' records. */
@Injectable()
export class DeploymentService implements OnModuleInit {
  /** Id of this deployment, which is constant for the lifetime of the database. */
  id = '';

  constructor(
    @Inject(CONFIG) private readonly config: DeploymentConfig,
    private readonly orm: MikroORM,
  ) {}

  /** @throws if the database belongs to a different deployment than DEPLOYMENT_ID. */
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

  /** Metadata that every record gets when this deployment creates it in Stripe. */
  get mark(): Record<string, string> {
    return { [DEPLOYMENT]: this.id };
  }

  /** Returns the record's owner; `unmarked` for a record that another product or an older version created. */
  ownerOf({ metadata }: { metadata: Stripe.Metadata | null }): 'us' | 'another' | 'unmarked' {
    const id = metadata?.[DEPLOYMENT];
    if (id === undefined) return 'unmarked';
    return id === this.id ? 'us' : 'another';
  }
}
