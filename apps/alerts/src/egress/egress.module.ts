import { Module } from '@nestjs/common';
import { CONFIG } from '@portico/service';
import type { AlertsConfig } from '../config.ts';
import { Egress } from './egress.ts';

@Module({
  providers: [
    {
      provide: Egress,
      inject: [CONFIG],
      useFactory: ({ EGRESS_LOCAL_ORIGIN: localOrigin, HTTPS_PROXY: url, NO_PROXY: except }: AlertsConfig) =>
        new Egress({ localOrigin, proxy: url === undefined ? undefined : { url, except } }),
    },
  ],
  exports: [Egress],
})
export class EgressModule {}
