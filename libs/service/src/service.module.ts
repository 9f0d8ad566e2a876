import { type DynamicModule, Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE, Reflector } from '@nestjs/core';
import { StandardSchemaSerializerInterceptor } from '@nestjs/common';
import { LoggerModule } from 'nestjs-pino';
import { AuditInterceptor } from './audit/audit.interceptor.ts';
import { AuditTrail } from './audit/audit-trail.ts';
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
import { DirectEndpoints } from './http/direct-endpoints.ts';
import { ProblemFilter } from './http/problem.filter.ts';
import { REQUEST_LOG, requestLogOptions } from './http/request-log.ts';
import { validationPipe } from './http/validation.ts';

/**
 * The shared parts of every service. Import this module once and first. A public port serves no metrics and reports less about
 * dependencies. The metrics of such a process are on a separate port, if configured.
 */
@Global()
@Module({})
export class ServiceModule {
  static with(name: string, config: ServiceConfig & MetricsPort, { isPublic = false } = {}): DynamicModule {
    const requestLog = requestLogOptions(name, config);
    return {
      module: ServiceModule,
      // `startService` registers the request log before the body parsers.
      imports: [LoggerModule.forRoot({ pinoHttp: requestLog, useExisting: true })],
      controllers: isPublic ? [HealthController] : [HealthController, MetricsController],
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: REQUEST_LOG, useValue: requestLog },
        { provide: SERVICE_NAME, useValue: name },
        TokenVerifier,
        ServiceTokens,
        { provide: AuditTrail, useFactory: () => new AuditTrail(name) },
        { provide: Revocations, useFactory: () => new Revocations() },
        Readiness,
        Draining,
        Dependencies,
        DirectEndpoints,
        ...(isPublic ? [OwnMetrics] : []),
        { provide: IS_PUBLIC, useValue: isPublic },
        { provide: APP_FILTER, useClass: ProblemFilter },
        { provide: APP_GUARD, useClass: AuthGuard },
        { provide: APP_PIPE, useFactory: validationPipe },
        // Must be the first, outermost interceptor, so that it sends the response after the audit entry is stored.
        { provide: APP_INTERCEPTOR, useClass: AuditInterceptor },
        {
          provide: APP_INTERCEPTOR,
          useFactory: (reflector: Reflector) => new StandardSchemaSerializerInterceptor(reflector),
          inject: [Reflector],
        },
      ],
      exports: [
        CONFIG,
        AuditTrail,
        REQUEST_LOG,
        TokenVerifier,
        Revocations,
        Readiness,
        Draining,
        Dependencies,
        DirectEndpoints,
      ],
    };
  }
}
