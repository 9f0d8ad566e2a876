import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, Loop } from '@portico/service';
import { z } from 'zod';
import type { EventsConfig } from '../config.ts';
import { People } from '../directory/people.ts';
import { ClickHouse } from '../table/clickhouse/clickhouse.ts';
import { Schema } from '../table/clickhouse.module.ts';
import { deploymentOf, onCluster } from '../table/schema/deployment.ts';
import { eraseSql, namingStatement } from './audit.query.ts';

/** Milliseconds between checks for deleted people. */
const POLL_MS = 2_000;
/** Maximum people per statement. */
const BATCH_SIZE = 1_000;

/** Erases the e-mails of deleted people from the audit log. Safe in any number of processes. */
@Injectable()
export class AuditErasure implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly erased = new Set<number>();
  private readonly loop = new Loop({
    name: 'erasing e-mails in the audit log',
    next: () => this.next(),
    pause: POLL_MS,
  });

  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly schema: Schema,
    private readonly people: People,
    @Inject(CONFIG) private readonly config: EventsConfig,
  ) {}

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }

  private async next(): Promise<boolean> {
    if (!this.schema.isMigrated || this.erased.size === this.people.deleted.size) return false;
    const some = [...this.people.deleted].filter((id) => !this.erased.has(id)).slice(0, BATCH_SIZE);
    const [row] = await this.clickhouse.rowsForSure(z.object({ count: z.number() }), namingStatement(some));
    if ((row?.count ?? 0) > 0) await this.clickhouse.run(eraseSql(some, onCluster(deploymentOf(this.config))));
    for (const id of some) this.erased.add(id);
    return true;
  }
}
