import { Module } from '@nestjs/common';
import { CONFIG } from '@portico/service';
import type { AlertsConfig } from '../config.ts';
import { Egress } from './egress.ts';

@Module({
  providers: [
    {
      provide: Egress,
      inject: [CONFIG],
      useFactory: ({ EGRESS_LOCAL_ORIGIN }: AlertsConfig) => new Egress(EGRESS_LOCAL_ORIGIN),
    },
  ],
  exports: [Egress],
})
export class EgressModule {}
