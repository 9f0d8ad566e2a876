import { Body, Controller, Param, Query, type StreamableFile } from '@nestjs/common';
import type { Page } from '@portico/contracts/common/page';
import {
  abortRedrive,
  getRedrive,
  listRedrives,
  ListRedrivesQuery,
  pauseRedrive,
  previewRedrive,
  type Redrive,
  RedriveParams,
  type RedrivePreview,
  RedriveReportQuery,
  RedriveRequest,
  reportRedrive,
  resumeRedrive,
  startRedrive,
} from '@portico/contracts/http/redrives';
import { type Caller, CallerGone, CurrentCaller, Serve } from '@portico/service';
import { RedrivesService } from './redrives.service.ts';
import { RedriveReports } from './report.service.ts';

@Controller()
export class RedrivesController {
  constructor(
    private readonly runs: RedrivesService,
    private readonly reports: RedriveReports,
  ) {}

  @Serve(previewRedrive)
  preview(
    @Body({ schema: RedriveRequest }) request: RedriveRequest,
    @CurrentCaller() caller: Caller,
    @CallerGone() gone: AbortSignal,
  ): Promise<RedrivePreview> {
    return this.runs.preview(request, caller, gone);
  }

  @Serve(startRedrive)
  start(@Body({ schema: RedriveRequest }) request: RedriveRequest, @CurrentCaller() caller: Caller): Promise<Redrive> {
    return this.runs.start(request, caller);
  }

  @Serve(listRedrives)
  list(
    @Query({ schema: ListRedrivesQuery }) query: ListRedrivesQuery,
    @CurrentCaller() caller: Caller,
  ): Promise<Page<Redrive>> {
    return this.runs.list(query, caller);
  }

  @Serve(getRedrive)
  get(@Param({ schema: RedriveParams }) { id }: RedriveParams, @CurrentCaller() caller: Caller): Promise<Redrive> {
    return this.runs.get(id, caller);
  }

  @Serve(pauseRedrive)
  pause(@Param({ schema: RedriveParams }) { id }: RedriveParams, @CurrentCaller() caller: Caller): Promise<Redrive> {
    return this.runs.pause(id, caller);
  }

  @Serve(resumeRedrive)
  resume(@Param({ schema: RedriveParams }) { id }: RedriveParams, @CurrentCaller() caller: Caller): Promise<Redrive> {
    return this.runs.resume(id, caller);
  }

  @Serve(abortRedrive)
  abort(@Param({ schema: RedriveParams }) { id }: RedriveParams, @CurrentCaller() caller: Caller): Promise<Redrive> {
    return this.runs.abort(id, caller);
  }

  @Serve(reportRedrive)
  report(
    @Param({ schema: RedriveParams }) { id }: RedriveParams,
    @Query({ schema: RedriveReportQuery }) query: RedriveReportQuery,
    @CurrentCaller() caller: Caller,
    @CallerGone() gone: AbortSignal,
  ): Promise<StreamableFile> {
    return this.reports.report(id, query, caller, gone);
  }
}
