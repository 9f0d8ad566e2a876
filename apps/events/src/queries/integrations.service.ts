import { fold } from '@portico/contracts/common/fold';
import { Injectable } from '@nestjs/common';
import {
  type EventIntegrations,
  type EventIntegrationsQuery,
  MAX_INTEGRATION_NAMES,
} from '@portico/contracts/http/event-integrations';
import type { EventList } from '@portico/contracts/http/events';
import type { Caller } from '@portico/service';
import { Directory, type Scope } from '../directory/directory.ts';
import { AuthorizedFilter } from './authorized-filter.ts';

@Injectable()
export class IntegrationsService {
  constructor(
    private readonly directory: Directory,
    private readonly authorized: AuthorizedFilter,
  ) {}

  /** @throws Problem `unavailable` while memberships are loading after a start. */
  find({ query, limit }: EventIntegrationsQuery, caller: Caller): EventIntegrations {
    const { scope } = this.authorized.of(caller, {});
    const needle = fold(query);
    const wants = (name: string) => fold(name).includes(needle);
    const { names, isComplete } = this.directory.integrations.list(scope, limit, needle === '' ? undefined : wants);
    return { data: names, isComplete };
  }

  /** Returns the fields of an `EventList` that describe the visible integrations. */
  about(scope: Scope): Pick<EventList, 'integrations' | 'integrationsAreComplete' | 'integrationCount'> {
    const { names, isComplete, count } = this.directory.integrations.list(scope, MAX_INTEGRATION_NAMES);
    return { integrations: names, integrationsAreComplete: isComplete, integrationCount: count };
  }
}
