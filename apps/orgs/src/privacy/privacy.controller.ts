import { Body, Controller, Param } from '@nestjs/common';
import { IdParams } from '@portico/contracts/common/ids';
import { getPrivacy, getProductPrivacy, Privacy, putPrivacy, putProductPrivacy } from '@portico/contracts/http/privacy';
import { AllowAdmins, type Caller, CurrentCaller, Serve } from '@portico/service';
import { PrivacyService } from './privacy.service.ts';

@Controller()
export class PrivacyController {
  constructor(private readonly privacy: PrivacyService) {}

  @Serve(getPrivacy)
  get(@CurrentCaller() caller: Caller, @Param({ schema: IdParams }) { id }: IdParams): Promise<Privacy> {
    return this.privacy.get(caller, id);
  }

  @Serve(putPrivacy)
  put(
    @CurrentCaller() caller: Caller,
    @Param({ schema: IdParams }) { id }: IdParams,
    @Body({ schema: Privacy }) body: Privacy,
  ): Promise<Privacy> {
    return this.privacy.put(caller, id, body);
  }

  @AllowAdmins()
  @Serve(getProductPrivacy)
  ofProduct(@CurrentCaller() caller: Caller): Promise<Privacy> {
    return this.privacy.get(caller, 0);
  }

  @AllowAdmins()
  @Serve(putProductPrivacy)
  putOfProduct(@CurrentCaller() caller: Caller, @Body({ schema: Privacy }) body: Privacy): Promise<Privacy> {
    return this.privacy.put(caller, 0, body);
  }
}
