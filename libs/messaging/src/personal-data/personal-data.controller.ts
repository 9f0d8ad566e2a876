import { EntityManager } from '@mikro-orm/postgresql';
import { Controller, Inject, Param } from '@nestjs/common';
import { IdParams } from '@portico/contracts/common/ids';
import { exportUser, PersonTables } from '@portico/contracts/http/user-export';
import { type Caller, currentCall, CurrentCaller, Problem, requireAdmin, Serve } from '@portico/service';
import { MESSAGING_OPTIONS, type MessagingOptions } from '../tokens.ts';
import { personalDataOf } from './personal-data.ts';

/** Exports the service's data about a person. The gateway merges the exports of all services. */
@Controller()
export class PersonalDataController {
  constructor(
    private readonly em: EntityManager,
    @Inject(MESSAGING_OPTIONS) private readonly options: Pick<MessagingOptions, 'personal' | 'service'>,
  ) {}

  /** @throws Problem `not_found` if the account does not exist in this service, or if the caller may not see it. */
  @Serve({ ...exportUser, response: PersonTables })
  async export(@CurrentCaller() caller: Caller, @Param({ schema: IdParams }) { id }: IdParams): Promise<PersonTables> {
    // Only the identity service writes the audit entry of an export.
    if (this.options.service !== 'identity') currentCall()?.leaveToHandler();
    if (id !== caller.id) requireAdmin(caller);
    const found = await personalDataOf(this.em.fork(), this.options.personal, id);
    const users = found['users'];
    const isHidden =
      id !== caller.id && caller.usertype !== 'SUPER_ADMIN' && users?.[0]?.['usertype'] === 'SUPER_ADMIN';
    if (users?.length === 0 || isHidden) throw Problem.notFound('The user');
    return found;
  }
}
