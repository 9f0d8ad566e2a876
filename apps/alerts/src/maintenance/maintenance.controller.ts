import { Body, Controller, Param, Query } from '@nestjs/common';
import { IdParams } from '@portico/contracts/common/ids';
import type { Page } from '@portico/contracts/common/page';
import {
  createMaintenance,
  deleteMaintenance,
  endMaintenance,
  listMaintenance,
  type Maintenance,
  MaintenanceCreate,
  MaintenancePreview,
  MaintenanceQuery,
  MaintenanceUpdate,
  type Occurrence,
  previewMaintenance,
  replaceMaintenance,
} from '@portico/contracts/http/maintenance';
import { type Caller, CurrentCaller, Serve } from '@portico/service';
import { MaintenanceService } from './maintenance.service.ts';

@Controller()
export class MaintenanceController {
  constructor(private readonly maintenance: MaintenanceService) {}

  @Serve(listMaintenance)
  list(
    @CurrentCaller() caller: Caller,
    @Query({ schema: MaintenanceQuery }) query: MaintenanceQuery,
  ): Promise<Page<Maintenance>> {
    return this.maintenance.list(caller, query);
  }

  @Serve(previewMaintenance)
  preview(@Body({ schema: MaintenancePreview }) { when }: MaintenancePreview): { data: Occurrence[] } {
    return { data: this.maintenance.preview(when) };
  }

  @Serve(createMaintenance)
  create(
    @CurrentCaller() caller: Caller,
    @Body({ schema: MaintenanceCreate }) body: MaintenanceCreate,
  ): Promise<Maintenance> {
    return this.maintenance.create(caller, body);
  }

  @Serve(replaceMaintenance)
  replace(
    @CurrentCaller() caller: Caller,
    @Param({ schema: IdParams }) { id }: IdParams,
    @Body({ schema: MaintenanceUpdate }) body: MaintenanceUpdate,
  ): Promise<Maintenance> {
    return this.maintenance.replace(caller, id, body);
  }

  @Serve(endMaintenance)
  end(@CurrentCaller() caller: Caller, @Param({ schema: IdParams }) { id }: IdParams): Promise<Maintenance> {
    return this.maintenance.end(caller, id);
  }

  @Serve(deleteMaintenance)
  delete(@CurrentCaller() caller: Caller, @Param({ schema: IdParams }) { id }: IdParams): Promise<void> {
    return this.maintenance.delete(caller, id);
  }
}
