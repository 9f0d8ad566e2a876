import { setTimeout as sleep } from 'node:timers/promises';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Organization } from '@portico/messaging';
import { Problem } from '@portico/service';

/** Maximum milliseconds to wait for an unknown organization. The event about it usually arrives much sooner. */
const MAX_WAIT_MS = 3_000;
/** Milliseconds between two checks for an unknown organization. */
const CHECK_INTERVAL_MS = 100;

@Injectable()
export class OrganizationsService {
  constructor(private readonly em: EntityManager) {}

  /**
   * Waits for a newly created organization without holding a connection.
   * @throws Problem `validation_failed`, immediately for a deleted organization and after the wait for an unknown organization.
   */
  async require(id: number | null | undefined): Promise<void> {
    if (id === null || id === undefined) return;
    for (const deadline = Date.now() + MAX_WAIT_MS; ;) {
      const organization = await this.em.fork().findOne(Organization, { id });
      if (organization && !organization.deletedAt) return;
      if (organization || Date.now() > deadline) break;
      await sleep(CHECK_INTERVAL_MS);
    }
    throw Problem.invalid('/organizationId', 'The organization does not exist');
  }
}
