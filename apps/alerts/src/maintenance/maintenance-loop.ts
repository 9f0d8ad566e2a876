import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { afterCommitOf } from '@portico/postgres';
import { Loop } from '@portico/service';
import { MaintenanceEnds } from './maintenance-ends.ts';
import { MaintenanceWindow } from './maintenance.entity.ts';

/** Ends windows, as long as the process runs. */
@Injectable()
export class MaintenanceLoop implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly loop: Loop;

  constructor(em: EntityManager, ends: MaintenanceEnds) {
    this.loop = new Loop({ name: 'maintenance', next: () => ends.next() });
    afterCommitOf(em, [{ entity: MaintenanceWindow, property: 'endsAt' }], () => this.loop.wake());
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }
}
