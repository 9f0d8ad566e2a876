import { EntityManager, MikroORM, RequestContext } from '@mikro-orm/postgresql';
import {
  type DynamicModule,
  Global,
  type MiddlewareConsumer,
  Module,
  type NestModule,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { classifyErrors, Dependencies } from '@portico/service';
import type { NextFunction, Request, Response } from 'express';
import { openDatabase } from './database.ts';
import { ofPostgres } from './errors.ts';
import type { DatabaseOptions } from './orm.ts';

/** Provides the service's database. An injected `EntityManager` has its own identity map for each HTTP request. */
@Global()
@Module({})
export class DatabaseModule implements NestModule, OnApplicationShutdown {
  constructor(
    private readonly orm: MikroORM,
    dependencies: Dependencies,
  ) {
    classifyErrors(ofPostgres);
    dependencies.add('postgres', () => orm.em.fork().execute('select 1'));
  }

  static with(options: DatabaseOptions): DynamicModule {
    return {
      module: DatabaseModule,
      providers: [
        { provide: MikroORM, useFactory: () => openDatabase(options) },
        { provide: EntityManager, useFactory: (orm: MikroORM) => orm.em, inject: [MikroORM] },
      ],
      exports: [MikroORM, EntityManager],
    };
  }

  configure(consumer: MiddlewareConsumer): void {
    const context = (_: Request, __: Response, next: NextFunction): void => RequestContext.create(this.orm.em, next);
    consumer.apply(context).forRoutes('{*path}');
  }

  async onApplicationShutdown(): Promise<void> {
    await this.orm.close(true);
  }
}
