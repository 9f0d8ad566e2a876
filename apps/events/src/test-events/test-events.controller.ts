import { Controller, Query } from '@nestjs/common';
import type { Page } from '@portico/contracts/common/page';
import { listTestEvents, ListTestEventsQuery, type TestEvent } from '@portico/contracts/http/test-events';
import { type Caller, CallerGone, CurrentCaller, Serve } from '@portico/service';
import { Admission } from '../table/admission/admission.ts';
import { TestEventsService } from './test-events.service.ts';

@Controller()
export class TestEventsController {
  constructor(
    private readonly admission: Admission,
    private readonly events: TestEventsService,
  ) {}

  @Serve(listTestEvents)
  list(
    @Query({ schema: ListTestEventsQuery }) query: ListTestEventsQuery,
    @CurrentCaller() caller: Caller,
    @CallerGone() gone: AbortSignal,
  ): Promise<Page<TestEvent>> {
    return this.admission.run('list', caller, gone, () => this.events.list(caller, query));
  }
}
