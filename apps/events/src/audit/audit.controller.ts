import { Controller, Query, type StreamableFile } from '@nestjs/common';
import {
  AuditExportQuery,
  type AuditPage,
  AuditQuery,
  type AuditVerification,
  AuditVerifyQuery,
  exportAudit,
  listAudit,
  verifyAudit,
} from '@portico/contracts/http/audit';
import { type Caller, CallerGone, CurrentCaller, Serve } from '@portico/service';
import { Admission } from '../table/admission/admission.ts';
import { AuditService } from './audit.service.ts';

@Controller()
export class AuditController {
  constructor(
    private readonly admission: Admission,
    private readonly audit: AuditService,
  ) {}

  @Serve(listAudit)
  list(
    @Query({ schema: AuditQuery }) query: AuditQuery,
    @CurrentCaller() caller: Caller,
    @CallerGone() gone: AbortSignal,
  ): Promise<AuditPage> {
    return this.admission.run('analysis', caller, gone, () => this.audit.list(caller, query));
  }

  @Serve(exportAudit)
  export(
    @Query({ schema: AuditExportQuery }) query: AuditExportQuery,
    @CurrentCaller() caller: Caller,
    @CallerGone() gone: AbortSignal,
  ): Promise<StreamableFile> {
    return this.audit.export(caller, query, gone);
  }

  @Serve(verifyAudit)
  verify(
    @Query({ schema: AuditVerifyQuery }) query: AuditVerifyQuery,
    @CurrentCaller() caller: Caller,
    @CallerGone() gone: AbortSignal,
  ): Promise<AuditVerification> {
    return this.admission.run('analysis', caller, gone, () => this.audit.verify(caller, query));
  }
}
