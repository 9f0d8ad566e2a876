import { Body, Controller, Inject, Param, Query } from '@nestjs/common';
import {
  type DeadLetter,
  type DeadLetterContent,
  type DeadLetters,
  DropLetter,
  dropDeadLetter,
  getDeadLetter,
  LetterParams,
  LetterServiceParams,
  listDeadLetters,
  ListLettersQuery,
  replayDeadLetter,
} from '@portico/contracts/http/dead-letters';
import { AllowAdmins, type Caller, CurrentCaller, Problem, Serve } from '@portico/service';
import { MESSAGING_OPTIONS, type MessagingOptions } from '../tokens.ts';
import { DeadLettersService } from './dead-letters.service.ts';

/** Contains no personal name, because dead letters outlive accounts. */
const nameOf = ({ id }: Caller): string => `user ${id}`;

/** Every service that imports `MessagingModule` has these endpoints. The gateway selects the service by the path. */
@Controller()
export class DeadLettersController {
  constructor(
    private readonly letters: DeadLettersService,
    @Inject(MESSAGING_OPTIONS) private readonly options: Pick<MessagingOptions, 'service'>,
  ) {}

  @Serve(listDeadLetters)
  @AllowAdmins()
  list(
    @Param({ schema: LetterServiceParams }) params: LetterServiceParams,
    @Query({ schema: ListLettersQuery }) query: ListLettersQuery,
  ): Promise<DeadLetters> {
    this.expectOwn(params);
    return this.letters.list(query);
  }

  @Serve(getDeadLetter)
  @AllowAdmins()
  get(@Param({ schema: LetterParams }) params: LetterParams): Promise<DeadLetterContent> {
    this.expectOwn(params);
    return this.letters.get(params.id);
  }

  @Serve(replayDeadLetter)
  @AllowAdmins()
  replay(@CurrentCaller() caller: Caller, @Param({ schema: LetterParams }) params: LetterParams): Promise<DeadLetter> {
    this.expectOwn(params);
    return this.letters.replay(params.id, nameOf(caller));
  }

  @Serve(dropDeadLetter)
  @AllowAdmins()
  drop(
    @CurrentCaller() caller: Caller,
    @Param({ schema: LetterParams }) params: LetterParams,
    @Body({ schema: DropLetter }) { reason }: DropLetter,
  ): Promise<DeadLetter> {
    this.expectOwn(params);
    return this.letters.drop(params.id, nameOf(caller), reason);
  }

  private expectOwn({ service }: LetterServiceParams): void {
    if (service !== this.options.service) throw Problem.notFound('The service');
  }
}
