import { Injectable } from '@nestjs/common';
import {
  type EventIntegrations,
  type EventIntegrationsQuery,
  type EventList,
  MAX_INTEGRATION_NAMES,
} from '@portico/contracts/http/events';
import type { Caller } from '@portico/service';
import { Directory, type Scope } from '../directory/directory.ts';
import { fold } from '../table/filter/search-text.ts';
import { AuthorizedFilter } from './authorized-filter.ts';

/** Names of integrations that a list can be narrowed to, out of the directory: ClickHouse is not asked. */
@Injectable()
export class IntegrationsService {
  constructor(
    private readonly directory: Directory,
    private readonly authorized: AuthorizedFilter,
  ) {}

  /** @throws Problem `unavailable` while not all memberships are known after a start. */
  find({ query, limit }: EventIntegrationsQuery, caller: Caller): EventIntegrations {
    const { scope } = this.authorized.of(caller, {});
    const { names } = this.directory.integrationsIn(scope);
    const needle = fold(query);
    const data: string[] = [];
    for (const name of names) {
      if (needle !== '' && !fold(name).includes(needle)) continue;
      if (data.length === limit) return { data, isComplete: false };
      data.push(name);
    }
    return { data, isComplete: true };
  }

  /** What a list says of them. */
  about(scope: Scope): Pick<EventList, 'integrations' | 'integrationsAreComplete' | 'integrationCount'> {
    const { names, count } = this.directory.integrationsIn(scope);
    return {
      integrations: names.slice(0, MAX_INTEGRATION_NAMES),
      integrationsAreComplete: names.length <= MAX_INTEGRATION_NAMES,
      integrationCount: count,
    };
  }
}
