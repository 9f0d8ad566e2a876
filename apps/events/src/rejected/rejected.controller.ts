import { Body, Controller, Headers, Param, Query } from '@nestjs/common';
import type { Page } from '@portico/contracts/common/page';
import {
  getRejectedEvent,
  ListCausesQuery,
  listRejectedEvents,
  ListRejectedQuery,
  listRejectionCauses,
  type RejectedCause,
  type RejectedEventContent,
  type RejectedList,
  RejectedParams,
  type RejectedSummary,
  republishEvent,
  type Republished,
  RepublishRequest,
  summarizeRejectedEvents,
  validateEvent,
  type Validation,
} from '@portico/contracts/http/rejected-events';
import { AllowAdmins, type Caller, CallerGone, CurrentCaller, Serve } from '@portico/service';
import { Admission } from '../table/admission/admission.ts';
import { CausesService } from './causes.service.ts';
import { PublicationService } from './publication.service.ts';
import { RejectedService } from './rejected.service.ts';

@Controller()
export class RejectedController {
  constructor(
    private readonly admission: Admission,
    private readonly rejected: RejectedService,
    private readonly causes: CausesService,
    private readonly publications: PublicationService,
  ) {}

  @Serve(listRejectedEvents)
  @AllowAdmins()
  list(
    @Query({ schema: ListRejectedQuery }) query: ListRejectedQuery,
    @CurrentCaller() caller: Caller,
    @CallerGone() gone: AbortSignal,
  ): Promise<RejectedList> {
    return this.admission.run('list', caller, gone, () => this.rejected.list(query));
  }

  @Serve(listRejectionCauses)
  @AllowAdmins()
  listCauses(
    @Query({ schema: ListCausesQuery }) query: ListCausesQuery,
    @CurrentCaller() caller: Caller,
    @CallerGone() gone: AbortSignal,
  ): Promise<Page<RejectedCause>> {
    return this.admission.run('analysis', caller, gone, () => this.causes.list(query));
  }

  @Serve(summarizeRejectedEvents)
  @AllowAdmins()
  async summary(
    @CurrentCaller() caller: Caller,
    @CallerGone() gone: AbortSignal,
  ): Promise<{ data: RejectedSummary[] }> {
    return { data: await this.admission.run('analysis', caller, gone, () => this.rejected.summary()) };
  }

  @Serve(getRejectedEvent)
  @AllowAdmins()
  get(
    @Param({ schema: RejectedParams }) { id }: RejectedParams,
    @CurrentCaller() caller: Caller,
    @CallerGone() gone: AbortSignal,
  ): Promise<RejectedEventContent> {
    return this.admission.run('list', caller, gone, () => this.rejected.get(id));
  }

  @Serve(republishEvent)
  @AllowAdmins()
  async republish(
    @Param({ schema: RejectedParams }) { id }: RejectedParams,
    @Body({ schema: RepublishRequest }) { value }: RepublishRequest,
  ): Promise<Republished> {
    const { event_id } = await this.rejected.get(id);
    const { published, source_id } = await this.publications.publish(value, event_id);
    await this.rejected.noteCorrection(id, source_id);
    await this.rejected.untilListed({ source_id, id: published.event_id });
    return published;
  }

  /** The headers of a CloudEvent in binary mode are HTTP's here: `ce-id` for Kafka's `ce_id`. */
  @Serve(validateEvent)
  validate(
    @Body() value: unknown,
    @Headers() headers: Record<string, string>,
    @CurrentCaller() caller: Caller,
  ): Validation {
    const asKafka = Object.entries(headers).map(([name, text]) => [name.replace(/^ce-/, 'ce_'), text]);
    return this.publications.validate(
      Buffer.isBuffer(value) ? value : Buffer.alloc(0),
      Object.fromEntries(asKafka),
      caller,
    );
  }
}
