import { Body, Controller, Param } from '@nestjs/common';
import { IdParams } from '@portico/contracts/common/ids';
import { Mapping } from '@portico/contracts/events/mapping';
import type { Page } from '@portico/contracts/common/page';
import {
  type CreatedHook,
  createHook,
  getMapping,
  HookCreate,
  HookParams,
  HookRotate,
  type IntegrationHook,
  listHooks,
  revokeHook,
  rotateHook,
  saveMapping,
} from '@portico/contracts/http/integration-hooks';
import { type Caller, CurrentCaller, Serve } from '@portico/service';
import { HooksService } from './hooks.service.ts';

@Controller()
export class HooksController {
  constructor(private readonly hooks: HooksService) {}

  @Serve(listHooks)
  list(@CurrentCaller() caller: Caller, @Param({ schema: IdParams }) { id }: IdParams): Promise<Page<IntegrationHook>> {
    return this.hooks.list(caller, id);
  }

  @Serve(createHook)
  create(
    @CurrentCaller() caller: Caller,
    @Param({ schema: IdParams }) { id }: IdParams,
    @Body({ schema: HookCreate }) body: HookCreate,
  ): Promise<CreatedHook> {
    return this.hooks.create(caller, id, body);
  }

  @Serve(rotateHook)
  rotate(
    @CurrentCaller() caller: Caller,
    @Param({ schema: HookParams }) { id, hookId }: HookParams,
    @Body({ schema: HookRotate }) body: HookRotate,
  ): Promise<CreatedHook> {
    return this.hooks.rotate(caller, id, hookId, body);
  }

  @Serve(revokeHook)
  revoke(@CurrentCaller() caller: Caller, @Param({ schema: HookParams }) { id, hookId }: HookParams): Promise<void> {
    return this.hooks.revoke(caller, id, hookId);
  }

  @Serve(getMapping)
  mapping(@CurrentCaller() caller: Caller, @Param({ schema: IdParams }) { id }: IdParams): Promise<Mapping> {
    return this.hooks.mapping(caller, id);
  }

  @Serve(saveMapping)
  saveMapping(
    @CurrentCaller() caller: Caller,
    @Param({ schema: IdParams }) { id }: IdParams,
    @Body({ schema: Mapping }) body: Mapping,
  ): Promise<Mapping> {
    return this.hooks.saveMapping(caller, id, body);
  }
}
