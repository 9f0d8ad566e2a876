import { Module } from '@nestjs/common';
import { StripeMeters } from './stripe-meters.ts';
import { UsageConsumer } from './usage.consumer.ts';
import { UsageReporter } from './usage-reporter.ts';

@Module({ controllers: [UsageConsumer], providers: [StripeMeters, UsageReporter], exports: [StripeMeters] })
export class UsageModule {}
