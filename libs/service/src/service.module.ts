import { randomUUID } from 'node:crypto';
import { type DynamicModule, Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE, Reflector } from '@nestjs/core';
import { StandardSchemaSerializerInterceptor } from '@nestjs/common';
import { LoggerModule } from 'nestjs-pino';
import { AuthGuard } from './auth/auth.guard.ts';
import { Revocations } from './auth/revocations.ts';
import { TokenVerifier } from './auth/token-verifier.ts';
import { CONFIG, type ServiceConfig } from './config.ts';
import { Dependencies } from './health/dependencies.ts';
import { HealthController, IS_PUBLIC } from './health/health.controller.ts';
import { MetricsController } from './health/metrics.controller.ts';
import { Readiness } from './health/readiness.ts';
import { ProblemFilter } from './http/problem.filter.ts';
import { validationPipe } from './http/validation.ts';

/** A request id that came from outside is kept when it is harmless, so that one request can be followed through all logs. */
const requestId = (given: string | string[] | undefined): string =>
  typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();

/** Who reads the log may not open what somebody else was just allowed to. */
const withoutPass = (url: string): string => url.replace(/([?&]pass=)[^&]*/, '$1…');

const logging = (name: string, config: ServiceConfig): DynamicModule =>
  LoggerModule.forRoot({
    pinoHttp: {
      name,
      level: config.LOG_LEVEL,
      genReqId: (request, response) => {
        const id = requestId(request.headers['x-request-id']);
        response.setHeader('x-request-id', id);
        return id;
      },
      autoLogging: {
        ignore: (request) => request.url === '/metrics' || (request.url?.startsWith('/health/') ?? false),
      },
      customLogLevel: (_, response, error) => (error || response.statusCode >= 500 ? 'error' : 'info'),
      serializers: {
        req: (request: { id: string; method: string; url: string }) => ({
          id: request.id,
          method: request.method,
          url: withoutPass(request.url),
        }),
        res: (response: { statusCode: number }) => ({ status: response.statusCode }),
      },
    },
  });

/**
 * What every service shares. Import it once, first. A public port, which the internet reaches, has no metrics and says less
 * of what the process depends on.
 */
@Global()
@Module({})
export class ServiceModule {
  static with(name: string, config: ServiceConfig, { isPublic = false } = {}): DynamicModule {
    return {
      module: ServiceModule,
      imports: [logging(name, config)],
      controllers: isPublic ? [HealthController] : [HealthController, MetricsController],
      providers: [
        { provide: CONFIG, useValue: config },
        TokenVerifier,
        { provide: Revocations, useFactory: () => new Revocations() },
        Readiness,
        Dependencies,
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
      exports: [CONFIG, TokenVerifier, Revocations, Readiness, Dependencies],
    };
  }
}
