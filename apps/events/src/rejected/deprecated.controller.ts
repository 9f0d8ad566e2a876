import { Body, Controller, Param, Query } from '@nestjs/common';
import type { Page } from '@portico/contracts/common/page';
import type { Rejection } from '@portico/contracts/events/integration-event';
import {
  getRefusedEvent,
  listRefusedEvents,
  type RefusedEvent,
  type RefusedEventContent,
  republishRefusedEvent,
  summarizeRefusedEvents,
} from '@portico/contracts/http/refused-events';
import {
  ListRejectedQuery,
  RejectedParams,
  type RejectedSummary,
  type Republished,
  RepublishRequest,
} from '@portico/contracts/http/rejected-events';
import { AllowAdmins, type Caller, CallerGone, CurrentCaller, Serve } from '@portico/service';
import { RejectedController } from './rejected.controller.ts';

const renamed = <Event extends { rejection: Rejection }>({ rejection, ...event }: Event) => ({
  ...event,
  refusal: rejection,
});

/** The earlier paths of the same, for clients of the version before: a console that is open while this one is installed. */
@Controller()
export class DeprecatedController {
  constructor(private readonly rejected: RejectedController) {}

  @Serve(listRefusedEvents)
  @AllowAdmins()
  async list(
    @Query({ schema: ListRejectedQuery }) query: ListRejectedQuery,
    @CurrentCaller() caller: Caller,
    @CallerGone() gone: AbortSignal,
  ): Promise<Page<RefusedEvent>> {
    const { data, ...page } = await this.rejected.list(query, caller, gone);
    return { ...page, data: data.map(renamed) };
  }

  @Serve(summarizeRefusedEvents)
  @AllowAdmins()
  summary(@CurrentCaller() caller: Caller, @CallerGone() gone: AbortSignal): Promise<{ data: RejectedSummary[] }> {
    return this.rejected.summary(caller, gone);
  }

  @Serve(getRefusedEvent)
  @AllowAdmins()
  async get(
    @Param({ schema: RejectedParams }) params: RejectedParams,
    @CurrentCaller() caller: Caller,
    @CallerGone() gone: AbortSignal,
  ): Promise<RefusedEventContent> {
    return renamed(await this.rejected.get(params, caller, gone));
  }

  @Serve(republishRefusedEvent)
  @AllowAdmins()
  republish(
    @Param({ schema: RejectedParams }) params: RejectedParams,
    @Body({ schema: RepublishRequest }) request: RepublishRequest,
    @CurrentCaller() caller: Caller,
  ): Promise<Republished> {
    return this.rejected.republish(params, request, caller);
  }
}
