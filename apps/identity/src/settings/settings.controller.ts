import { Controller, Inject } from '@nestjs/common';
import { type Config, getConfig } from '@portico/contracts/http/identity';
import { CONFIG, Public, Serve } from '@portico/service';
import { type IdentityConfig, providerOf, recaptchaOf } from '../config.ts';

/** Settings that a client needs before sign-in. */
@Controller()
export class SettingsController {
  constructor(@Inject(CONFIG) private readonly config: IdentityConfig) {}

  @Public()
  @Serve(getConfig)
  get(): Config {
    const provider = providerOf(this.config);
    const recaptcha = recaptchaOf(this.config);
    return {
      identityProvider: provider && {
        audience: provider.audience,
        clientId: provider.clientId,
        tenantUrl: provider.issuer,
        ...(provider.resource && { resource: provider.resource }),
        ...(provider.scope && { scope: provider.scope }),
      },
      productName: this.config.PRODUCT_NAME,
      supportEmail: this.config.SUPPORT_EMAIL,
      approvalFlow: this.config.APPROVAL_FLOW,
      recaptcha: recaptcha && { siteKey: recaptcha.siteKey, scriptUrl: recaptcha.scriptUrl },
    };
  }
}
