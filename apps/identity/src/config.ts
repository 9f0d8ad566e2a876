import { AccountEmail } from '@portico/contracts/common/fields';
import { DatabaseConfig } from '@portico/postgres';
import { guarded, KafkaConfig } from '@portico/kafka';
import { Flag, LinkConfig, outside, secret, ServiceConfig } from '@portico/service';
import { MailConfig } from '@portico/service/mail';
import { z } from 'zod';

export const IdentityConfig = guarded(
  z.object({
    ...ServiceConfig.shape,
    ...DatabaseConfig.shape,
    ...KafkaConfig.shape,
    ...LinkConfig.shape,
    // Without a mail server only super admins can change e-mail addresses.
    ...MailConfig.shape,
    /** URL of the console; links in mails begin with it. */
    CONSOLE_URL: z.url().optional(),
    /** Issuer of the OpenID provider, exactly as in its tokens. Sign-in requires the three OIDC_* variables. */
    OIDC_ISSUER: outside(z.url()).optional(),
    /** Id of the console's client at the provider. */
    OIDC_CLIENT_ID: z.string().optional(),
    /** Audience in the provider's access tokens. */
    OIDC_AUDIENCE: z.string().optional(),
    /** Sent to the provider as `resource` (RFC 8707), if it does not support `audience`. */
    OIDC_RESOURCE: z.string().optional(),
    /** The scope to request from the provider. Default: `openid profile email` and, if supported, `offline_access`. */
    OIDC_SCOPE: z.string().optional(),
    /**
     * Whether an address counts as verified if the provider does not say so. Enable it only for a provider that assigns addresses
     * itself.
     */
    OIDC_TRUST_EMAIL: Flag.default(false),
    /** Whether administrators can only sign in if `amr` or `acr` of the provider's access token proves a second factor. */
    REQUIRE_MFA_FOR_ADMINS: Flag.default(false),
    /** Values of `acr`, separated by commas, that prove a second factor; `mfa` in `amr` always does. */
    OIDC_MFA_ACR: z.string().optional(),
    /** Hours without a renewal after which a session ends. An open console renews it. */
    SESSION_IDLE_HOURS: z.coerce.number().positive().default(12),
    /** Maximum hours of a session, independent of its use. */
    SESSION_MAX_HOURS: z.coerce.number().positive().default(168),
    /** Age in days at which the signing key of product tokens is replaced. */
    SIGNING_KEY_DAYS: z.coerce.number().positive().default(30),
    /** Site key of the bot check of public forms (reCAPTCHA v3). Without both keys the forms are closed. */
    RECAPTCHA_SITE_KEY: z.string().optional(),
    /** Secret key of the bot check. */
    RECAPTCHA_SECRET: secret(z.string().optional()),
    /** URL that verifies tokens of the bot check: Google's, or a stand-in's. */
    RECAPTCHA_URL: outside(z.url()).default('https://www.google.com/recaptcha/api/siteverify'),
    /** Script that a browser loads to get such a token. */
    RECAPTCHA_SCRIPT_URL: outside(z.url()).default('https://www.google.com/recaptcha/api.js'),
    /** Product name in mails and in the browser. */
    PRODUCT_NAME: z.string().default('Portico'),
    /** Support address in the console. */
    SUPPORT_EMAIL: z.email().default('support@portico.test'),
    /** Whether joining an organization requires approval. */
    APPROVAL_FLOW: Flag.default(true),
    /** E-mail address of the user who becomes super admin at start if there is none. */
    SUPER_ADMIN_EMAIL: z.optional(AccountEmail),
  }),
);
export type IdentityConfig = z.infer<typeof IdentityConfig>;

export type Provider = {
  issuer: string;
  clientId: string;
  audience: string;
  resource?: string;
  scope?: string;
  /** An address counts as verified if the provider does not say whether it is. */
  trustsEmail: boolean;
  /** Values of `acr` that prove more than one factor. */
  multiFactorAcr: readonly string[];
};

/** The OpenID provider's settings; null if incomplete. */
export function providerOf(config: IdentityConfig): Provider | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_AUDIENCE: audience } = config;
  if (!issuer || !clientId || !audience) return null;
  const { OIDC_RESOURCE: resource, OIDC_SCOPE: scope, OIDC_TRUST_EMAIL: trustsEmail } = config;
  const multiFactorAcr = (config.OIDC_MFA_ACR ?? '').split(',').flatMap((value) => value.trim() || []);
  return {
    issuer,
    clientId,
    audience,
    trustsEmail,
    multiFactorAcr,
    ...(resource && { resource }),
    ...(scope && { scope }),
  };
}

export type Recaptcha = { siteKey: string; secret: string; verifyUrl: string; scriptUrl: string };

/** The bot check's settings; null if incomplete. */
export function recaptchaOf(config: IdentityConfig): Recaptcha | null {
  const { RECAPTCHA_SITE_KEY: siteKey, RECAPTCHA_SECRET: secret } = config;
  if (!siteKey || !secret) return null;
  const script = new URL(config.RECAPTCHA_SCRIPT_URL);
  script.searchParams.set('render', siteKey);
  return { siteKey, secret, verifyUrl: config.RECAPTCHA_URL, scriptUrl: script.href };
}
