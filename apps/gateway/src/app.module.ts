import { type DynamicModule, type MiddlewareConsumer, Module, type NestModule } from '@nestjs/common';
import { Revocations, ServiceModule } from '@portico/service';
import helmet from 'helmet';
import type { GatewayConfig } from './config.ts';
import { DocumentsController } from './documents/documents.controller.ts';
import { Proxy } from './proxy/proxy.ts';
import { RateLimit } from './rate-limit.ts';
import { RevocationFollower } from './revocation/revocation.follower.ts';
import { Revocation } from './revocation/revocation.ts';

@Module({})
export class AppModule implements NestModule {
  static with(config: GatewayConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [ServiceModule.with('gateway', config, { metrics: false })],
      controllers: [DocumentsController],
      providers: [
        Proxy,
        RateLimit,
        Revocation,
        RevocationFollower,
        { provide: Revocations, useFactory: () => new Revocations() },
      ],
    };
  }

  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(helmet(), RateLimit, Revocation, Proxy).forRoutes('{*path}');
  }
}
