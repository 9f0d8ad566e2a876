import { type DynamicModule, type MiddlewareConsumer, Module, type NestModule } from '@nestjs/common';
import { ServiceModule } from '@portico/service';
import helmet from 'helmet';
import type { GatewayConfig } from './config.ts';
import { DocumentsController } from './documents/documents.controller.ts';
import { Clients } from './limits/clients.ts';
import { Forwarding } from './limits/forwarding.ts';
import { RateLimit } from './limits/rate-limit.ts';
import { rejectRepeatedAuthorization } from './proxy/one-authorization.ts';
import { Proxy } from './proxy/proxy.ts';
import { ServiceChecks } from './proxy/service-checks.ts';
import { rejectServiceTokens } from './proxy/service-tokens.ts';
import { UserExportController } from './proxy/user-export.controller.ts';
import { Upgrades } from './proxy/upgrades.ts';

@Module({})
export class AppModule implements NestModule {
  static with(config: GatewayConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [ServiceModule.with('gateway', config, { isPublic: true })],
      controllers: [DocumentsController, UserExportController],
      providers: [Proxy, RateLimit, Clients, Forwarding, ServiceChecks, Upgrades],
    };
  }

  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(helmet(), RateLimit, rejectRepeatedAuthorization, rejectServiceTokens, Proxy).forRoutes('{*path}');
  }
}
