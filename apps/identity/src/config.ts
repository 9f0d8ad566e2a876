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
    // Mail is optional: without a mail server, only super admins can change e-mail addresses.
    ...MailConfig.shape,
    /** URL of the console; links in mails begin with it. */
    CONSOLE_URL: z.url().optional(),
    /** Issuer of the OpenID provider, exactly as in its tokens. Sign-in requires the three OIDC_* variables. */
    OIDC_ISSUER: outside(z.url()).optional(),
    /** Id of the console's client at the provider. */
    OIDC_CLIENT_ID: z.string().optional(),
    /** Audience in the provider's access tokens. */
    OIDC_AUDIENCE: z.string().optional(),
    /** Resource (RFC 8707) to request from a provider that does not support `audience`. */
    OIDC_RESOURCE: z.string().optional(),
    /** The scope to request from the provider. Default: `openid profile email` and, if supported, `offline_access`. */
    OIDC_SCOPE: z.string().optional(),
    /**
     * Whether an address counts as verified if the provider sends no `email_verified`. Enable this only for a provider that assigns
     * the addresses itself.
     */
    OIDC_TRUST_EMAIL: Flag.default(false),
    /** Whether administrators can sign in only if `amr` or `acr` of the provider's access token proves a second factor. */
    REQUIRE_MFA_FOR_ADMINS: Flag.default(false),
    /** Values of `acr`, separated by commas, that prove a second factor; `mfa` in `amr` always does. */
    OIDC_MFA_ACR: z.string().optional(),
    /** Hours without a renewal after which a session ends. An open console renews its session. */
    SESSION_IDLE_HOURS: z.coerce.number().positive().default(12),
    /** Maximum duration of a session in hours, even if it is renewed. */
    SESSION_MAX_HOURS: z.coerce.number().positive().default(168),
    /** Age in days at which the signing key of product tokens is replaced. */
    SIGNING_KEY_DAYS: z.coerce.number().positive().default(30),
    /** Site key of the bot check of public forms (reCAPTCHA v3). Without the site key and the secret key, the forms are closed. */
    RECAPTCHA_SITE_KEY: z.string().optional(),
    /** Secret key of the bot check. */
    RECAPTCHA_SECRET: secret(z.string().optional()),
    /** URL that verifies tokens of the bot check. The default is Google's URL; a stand-in has another URL. */
    RECAPTCHA_URL: outside(z.url()).default('https://www.google.com/recaptcha/api/siteverify'),
    /** URL of the script that a browser loads to get a token of the bot check. */
    RECAPTCHA_SCRIPT_URL: outside(z.url()).default('https://www.google.com/recaptcha/api.js'),
    /** Product name in mails and in the browser. */
    PRODUCT_NAME: z.string().default('Portico'),
    /** Support address in the console. */
    SUPPORT_EMAIL: z.email().default('support@portico.test'),
    /** Whether joining an organization requires approval. */
    APPROVAL_FLOW: Flag.default(true),
    /** E-mail address of the user who becomes super admin at start if there is no super admin. */
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
  /** Whether an address counts as verified if the provider sends no `email_verified`. */
  trustsEmail: boolean;
  multiFactorAcr: readonly string[];
};

/** Returns the OpenID provider's settings, or null if they are incomplete. */
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

/** Returns the bot check's settings, or null if they are incomplete. */
export function recaptchaOf(config: IdentityConfig): Recaptcha | null {
  const { RECAPTCHA_SITE_KEY: siteKey, RECAPTCHA_SECRET: secret } = config;
  if (!siteKey || !secret) return null;
  const script = new URL(config.RECAPTCHA_SCRIPT_URL);
  script.searchParams.set('render', siteKey);
  return { siteKey, secret, verifyUrl: config.RECAPTCHA_URL, scriptUrl: script.href };
}
