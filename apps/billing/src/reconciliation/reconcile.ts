import 'reflect-metadata';
import { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { type DynamicModule, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import { openDatabase } from '@portico/postgres';
import { asCommand, Outbox } from '@portico/messaging';
import { CONFIG, readConfig } from '@portico/service';
import { ReconcileConfig } from '../config.ts';
import { CustomersService } from '../customers/customers.service.ts';
import { DeploymentService } from '../deployment/deployment.service.ts';
import { billingDatabase } from '../database.ts';
import { CustomerBilling } from '../organization-billing/customer-billing.ts';
import { ProductsService } from '../products/products.service.ts';
import { ForgetCustomerHandler } from '../purchases/forget-customer.handler.ts';
import { SynchronizeCustomerHandler } from '../purchases/synchronize-customer.handler.ts';
import { StripeModule } from '../stripe/stripe.module.ts';
import { StripeMeters } from '../usage/stripe-meters.ts';
import { ReconciliationService } from './reconciliation.service.ts';

/** The modules of the command, which opens no port and processes no queue. */
@Module({})
class ReconcileModule {
  static with(config: ReconcileConfig, orm: MikroORM): DynamicModule {
    return {
      module: ReconcileModule,
      imports: [CqrsModule.forRoot(), StripeModule.with(config)],
      providers: [
        { provide: MikroORM, useValue: orm },
        { provide: EntityManager, useValue: orm.em },
        { provide: CONFIG, useValue: config },
        DeploymentService,
        Outbox,
        CustomersService,
        ProductsService,
        StripeMeters,
        CustomerBilling,
        SynchronizeCustomerHandler,
        ForgetCustomerHandler,
        ReconciliationService,
      ],
    };
  }
}

/**
 * The command `reconcile`: compares every customer with Stripe and prints the result in one line. The running service publishes the
 * resulting domain events. The exit code is 1 if a customer could not be compared, or another process is reconciling.
 */
export async function reconcile(): Promise<void> {
  const config = readConfig('reconcile', ReconcileConfig);
  const orm = await openDatabase(billingDatabase(config));
  try {
    await asCommand(orm, 'billing', ['reconcile'], () => reconcileOn(config, orm));
  } finally {
    await orm.close(true);
  }
}

async function reconcileOn(config: ReconcileConfig, orm: MikroORM): Promise<void> {
  const app = await NestFactory.createApplicationContext(ReconcileModule.with(config, orm), {
    logger: ['error', 'warn'],
    abortOnError: false,
  });
  try {
    const report = await app.get(ReconciliationService).reconcileWhenDue(0);
    if (!report) throw new Error('another process is comparing with Stripe at the moment; try again later');
    const { customers, changed, failed } = report;
    process.stdout.write(
      `${customers} customers compared with Stripe: ${changed} purchases updated, ${failed} comparisons failed\n`,
    );
    if (failed > 0) process.exitCode = 1;
  } finally {
    await app.close();
  }
}
