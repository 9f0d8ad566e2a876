import { Body, Controller, Headers, Param, Query } from '@nestjs/common';
import type { Page } from '@portico/contracts/common/page';
import {
  getRejectedEvent,
  ListCausesQuery,
  listRejectedEvents,
  ListRejectedQuery,
  listUncorrected,
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
  type Uncorrected,
  validateEvent,
  type Validation,
  ValidationQuery,
} from '@portico/contracts/http/rejected-events';
import { type Caller, CallerGone, CurrentCaller, Serve } from '@portico/service';
import { Admission } from '../table/admission/admission.ts';
import { CausesService } from './causes.service.ts';
import { PublicationService, senderOfRow } from './publication.service.ts';
import { RejectedService } from './rejected.service.ts';
import { UncorrectedService } from './uncorrected.service.ts';

@Controller()
export class RejectedController {
  constructor(
    private readonly admission: Admission,
    private readonly rejected: RejectedService,
    private readonly causes: CausesService,
    private readonly uncorrected: UncorrectedService,
    private readonly publications: PublicationService,
  ) {}

  @Serve(listRejectedEvents)
  list(
    @Query({ schema: ListRejectedQuery }) query: ListRejectedQuery,
    @CurrentCaller() caller: Caller,
    @CallerGone() gone: AbortSignal,
  ): Promise<RejectedList> {
    return this.admission.run('list', caller, gone, () => this.rejected.list(query, caller));
  }

  @Serve(listRejectionCauses)
  listCauses(
    @Query({ schema: ListCausesQuery }) query: ListCausesQuery,
    @CurrentCaller() caller: Caller,
    @CallerGone() gone: AbortSignal,
  ): Promise<Page<RejectedCause>> {
    return this.admission.run('analysis', caller, gone, () => this.causes.list(query, caller));
  }

  @Serve(summarizeRejectedEvents)
  async summary(
    @CurrentCaller() caller: Caller,
    @CallerGone() gone: AbortSignal,
  ): Promise<{ data: RejectedSummary[] }> {
    return { data: await this.admission.run('analysis', caller, gone, () => this.rejected.summary(caller)) };
  }

  @Serve(listUncorrected)
  async listUncorrected(
    @CurrentCaller() caller: Caller,
    @CallerGone() gone: AbortSignal,
  ): Promise<{ data: Uncorrected[] }> {
    return { data: await this.admission.run('analysis', caller, gone, () => this.uncorrected.list(caller)) };
  }

  @Serve(getRejectedEvent)
  get(
    @Param({ schema: RejectedParams }) { id }: RejectedParams,
    @CurrentCaller() caller: Caller,
    @CallerGone() gone: AbortSignal,
  ): Promise<RejectedEventContent> {
    return this.admission.run('list', caller, gone, () => this.rejected.get(id, caller));
  }

  @Serve(republishEvent)
  async republish(
    @Param({ schema: RejectedParams }) { id }: RejectedParams,
    @Body({ schema: RepublishRequest }) { value }: RepublishRequest,
    @CurrentCaller() caller: Caller,
  ): Promise<Republished> {
    const row = await this.rejected.row(id, caller);
    const { published, source_id } = await this.publications.publish(value, row, caller);
    await this.rejected.noteCorrection(row, source_id);
    await this.rejected.untilListed({ source_id, id: published.event_id });
    return published;
  }

  /** Validates an event. A CloudEvent in binary mode has HTTP's headers here, for example `ce-id` for Kafka's `ce_id`. */
  @Serve(validateEvent)
  async validate(
    @Body() body: unknown,
    @Headers() headers: Record<string, string>,
    @Query({ schema: ValidationQuery }) { rejected }: ValidationQuery,
    @CurrentCaller() caller: Caller,
  ): Promise<Validation> {
    const value = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
    if (rejected !== undefined) {
      const sender = senderOfRow(await this.rejected.row(rejected, caller));
      return this.publications.validateCorrection({ value, headers: {}, sender }, caller);
    }
    const asKafka = Object.entries(headers).map(([name, text]) => [name.replace(/^ce-/, 'ce_'), text]);
    return this.publications.validate(value, Object.fromEntries(asKafka), caller);
  }
}
