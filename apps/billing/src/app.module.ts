import { type DynamicModule, Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { purchaseChanged } from '@portico/contracts/events/billing';
import { membershipChanged, organizationChanged } from '@portico/contracts/events/orgs';
import { usageChanged } from '@portico/contracts/events/usage';
import { KafkaModule } from '@portico/kafka';
import { MessagingModule } from '@portico/messaging';
import { DatabaseModule } from '@portico/postgres';
import { ServiceModule } from '@portico/service';
import { CheckoutModule } from './checkout/checkout.module.ts';
import type { BillingConfig } from './config.ts';
import { DeploymentModule } from './deployment/deployment.module.ts';
import { billingDatabase } from './database.ts';
import { OrganizationBillingModule } from './organization-billing/organization-billing.module.ts';
import { OverviewModule } from './overview/overview.module.ts';
import { ProductsModule } from './products/products.module.ts';
import { PurchasesModule } from './purchases/purchases.module.ts';
import { ReconciliationModule } from './reconciliation/reconciliation.module.ts';
import { StripeModule } from './stripe/stripe.module.ts';
import { UsageModule } from './usage/usage.module.ts';
import { WebhooksModule } from './webhooks/webhooks.module.ts';
import { personalData } from './personal-data.ts';

@Module({})
export class AppModule {
  static with(config: BillingConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ServiceModule.with('billing', config),
        DatabaseModule.with(billingDatabase(config)),
        KafkaModule.with({
          service: 'billing',
          config,
          topics: [purchaseChanged.topic, organizationChanged.topic, membershipChanged.topic, usageChanged.topic],
        }),
        MessagingModule.with('billing', config, personalData),
        CqrsModule.forRoot(),
        StripeModule.with(config),
        DeploymentModule,
        ProductsModule,
        CheckoutModule,
        OrganizationBillingModule,
        OverviewModule,
        PurchasesModule,
        WebhooksModule,
        ReconciliationModule,
        UsageModule,
      ],
    };
  }
}
