import { type DynamicModule, Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE, Reflector } from '@nestjs/core';
import { StandardSchemaSerializerInterceptor } from '@nestjs/common';
import { LoggerModule } from 'nestjs-pino';
import { AuthGuard } from './auth/auth.guard.ts';
import { Revocations } from './auth/revocations.ts';
import { SERVICE_NAME, ServiceTokens } from './auth/service-tokens.ts';
import { TokenVerifier } from './auth/token-verifier.ts';
import { CONFIG, type ServiceConfig } from './config.ts';
import { Draining } from './ending/draining.ts';
import { Dependencies } from './health/dependencies.ts';
import { type MetricsPort, OwnMetrics } from './health/own-metrics.ts';
import { HealthController, IS_PUBLIC } from './health/health.controller.ts';
import { MetricsController } from './health/metrics.controller.ts';
import { Readiness } from './health/readiness.ts';
import { ProblemFilter } from './http/problem.filter.ts';
import { REQUEST_LOG, requestLogOptions } from './http/request-log.ts';
import { validationPipe } from './http/validation.ts';

/**
 * What every service shares. Import it once, first. A public port, which the internet reaches, has no metrics and says less
 * of what the process depends on; its metrics are on a port of their own, if one is named.
 */
@Global()
@Module({})
export class ServiceModule {
  static with(name: string, config: ServiceConfig & MetricsPort, { isPublic = false } = {}): DynamicModule {
    const requestLog = requestLogOptions(name, config);
    return {
      module: ServiceModule,
      // `startService` puts the log of requests before what reads their bodies.
      imports: [LoggerModule.forRoot({ pinoHttp: requestLog, useExisting: true })],
      controllers: isPublic ? [HealthController] : [HealthController, MetricsController],
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: REQUEST_LOG, useValue: requestLog },
        { provide: SERVICE_NAME, useValue: name },
        TokenVerifier,
        ServiceTokens,
        { provide: Revocations, useFactory: () => new Revocations() },
        Readiness,
        Draining,
        Dependencies,
        ...(isPublic ? [OwnMetrics] : []),
        { provide: IS_PUBLIC, useValue: isPublic },
        { provide: APP_FILTER, useClass: ProblemFilter },
        { provide: APP_GUARD, useClass: AuthGuard },
        { provide: APP_PIPE, useFactory: validationPipe },
        {
          provide: APP_INTERCEPTOR,
          useFactory: (reflector: Reflector) => new StandardSchemaSerializerInterceptor(reflector),
          inject: [Reflector],
        },
      ],
      exports: [CONFIG, REQUEST_LOG, TokenVerifier, Revocations, Readiness, Draining, Dependencies],
    };
  }
}
