import { setTimeout as sleep } from 'node:timers/promises';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Organization } from '@portico/messaging';
import { Problem } from '@portico/service';

/** Maximum milliseconds to wait for an unknown organization; its event usually arrives much sooner. */
const PATIENCE = 3_000;
/** Milliseconds between two checks. */
const PAUSE = 100;

/** Which organizations exist, from this service's copy. */
@Injectable()
export class OrganizationsService {
  constructor(private readonly em: EntityManager) {}

  /**
   * Waits for a newly created organization without holding a connection.
   * @throws Problem `validation_failed` immediately for a deleted one, and for one that stays unknown.
   */
  async require(id: number | null | undefined): Promise<void> {
    if (id === null || id === undefined) return;
    for (const deadline = Date.now() + PATIENCE; ;) {
      const organization = await this.em.fork().findOne(Organization, { id });
      if (organization && !organization.deletedAt) return;
      if (organization || Date.now() > deadline) break;
      await sleep(PAUSE);
    }
    const message = 'The organization does not exist';
    throw new Problem('validation_failed', message, [{ pointer: '/organizationId', message }]);
  }
}
