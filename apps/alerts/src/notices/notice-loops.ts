import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { noteChange } from '../live/changes.ts';
import { Loop } from '@portico/service';
import { afterCommitOf } from '@portico/postgres';
import { Transition } from '../transitions/transition.entity.ts';
import { Notice } from './notice.entity.ts';
import { Planner } from './planner.ts';

const ANNOUNCED = `update notices set is_announced = true where id in (
    select id from notices where inbox_at <= now() and not is_announced order by inbox_at limit 200 for update skip locked)
  returning owner, owner_organization_id as "ownerOrganizationId", owner_user_id as "ownerUserId"`;

/** Plans notices, and lets open consoles know of them. */
@Injectable()
export class NoticeLoops implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly loops: readonly Loop[];

  constructor(
    private readonly em: EntityManager,
    planner: Planner,
  ) {
    const planning = new Loop({ name: 'planner', next: () => planner.next() });
    const announcing = new Loop({ name: 'inbox', next: () => this.announce() });
    this.loops = [planning, announcing];
    afterCommitOf(em, [{ entity: Transition }], () => planning.wake());
    afterCommitOf(em, [{ entity: Notice }], () => announcing.wake());
  }

  onApplicationBootstrap(): void {
    for (const loop of this.loops) loop.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.stop()));
  }

  private async announce(): Promise<boolean> {
    return this.em.fork().transactional(async (em) => {
      const rows = await em.execute<Pick<Notice, 'owner' | 'ownerOrganizationId' | 'ownerUserId'>[]>(ANNOUNCED);
      const [users, organizations] = [new Set<number>(), new Set<number | null>()];
      for (const { owner, ownerOrganizationId, ownerUserId } of rows)
        if (owner === 'user') users.add(ownerUserId ?? 0);
        else organizations.add(ownerOrganizationId ?? null);
      if (users.size > 0) await noteChange(em, { what: 'notices', userIds: [...users] });
      for (const organizationId of organizations) await noteChange(em, { what: 'notices', organizationId });
      return rows.length > 0;
    });
  }
}
