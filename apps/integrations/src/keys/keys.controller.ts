import { Body, Controller, Param } from '@nestjs/common';
import { IdParams } from '@portico/contracts/common/ids';
import type { Page } from '@portico/contracts/common/page';
import {
  type CreatedKey,
  createKey,
  type IntegrationKey,
  KeyCreate,
  KeyParams,
  KeyRotate,
  listKeys,
  revokeKey,
  rotateKey,
  takeOverKey,
} from '@portico/contracts/http/integration-keys';
import { type Caller, CurrentCaller, Serve } from '@portico/service';
import { KeysService } from './keys.service.ts';

@Controller()
export class KeysController {
  constructor(private readonly keys: KeysService) {}

  @Serve(listKeys)
  list(@CurrentCaller() caller: Caller, @Param({ schema: IdParams }) { id }: IdParams): Promise<Page<IntegrationKey>> {
    return this.keys.list(caller, id);
  }

  @Serve(createKey)
  create(
    @CurrentCaller() caller: Caller,
    @Param({ schema: IdParams }) { id }: IdParams,
    @Body({ schema: KeyCreate }) body: KeyCreate,
  ): Promise<CreatedKey> {
    return this.keys.create(caller, id, body);
  }

  @Serve(rotateKey)
  rotate(
    @CurrentCaller() caller: Caller,
    @Param({ schema: KeyParams }) { id, keyId }: KeyParams,
    @Body({ schema: KeyRotate }) { overlap }: KeyRotate,
  ): Promise<CreatedKey> {
    return this.keys.rotate(caller, id, keyId, overlap);
  }

  @Serve(takeOverKey)
  takeOver(
    @CurrentCaller() caller: Caller,
    @Param({ schema: KeyParams }) { id, keyId }: KeyParams,
  ): Promise<IntegrationKey> {
    return this.keys.takeOver(caller, id, keyId);
  }

  @Serve(revokeKey)
  revoke(@CurrentCaller() caller: Caller, @Param({ schema: KeyParams }) { id, keyId }: KeyParams): Promise<void> {
    return this.keys.revoke(caller, id, keyId);
  }
}
