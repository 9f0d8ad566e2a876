import { setTimeout as sleep } from 'node:timers/promises';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Organization } from '@portico/messaging';
import { Problem } from '@portico/service';

/** Maximum milliseconds to wait for an unknown organization. The event about it usually arrives much sooner. */
const PATIENCE = 3_000;
/** Milliseconds between two checks for an unknown organization. */
const PAUSE = 100;

/** Checks in this service's copy which organizations exist. */
@Injectable()
export class OrganizationsService {
  constructor(private readonly em: EntityManager) {}

  /**
   * Waits for a newly created organization without holding a connection.
   * @throws Problem `validation_failed`, immediately for a deleted organization and after the wait for an unknown organization.
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
