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
    // Without a mail server only super admins change e-mail addresses.
    ...MailConfig.shape,
    /** Where the console is reached; links of mails begin with it. */
    CONSOLE_URL: z.url().optional(),
    /** Issuer of the OpenID provider, as it stands in its tokens. Without the three of OIDC_* nobody can sign in. */
    OIDC_ISSUER: outside(z.url()).optional(),
    /** The console's client at that provider. */
    OIDC_CLIENT_ID: z.string().optional(),
    /** Audience that the provider's access tokens name. */
    OIDC_AUDIENCE: z.string().optional(),
    /** Sent to the provider as `resource` (RFC 8707), where it does not know `audience`. */
    OIDC_RESOURCE: z.string().optional(),
    /** What the console asks the provider for, in place of `openid profile email` and, where the provider has it, `offline_access`. */
    OIDC_SCOPE: z.string().optional(),
    /** Whether an address counts as verified when the provider does not say so. Only for a provider that gives people addresses. */
    OIDC_TRUST_EMAIL: Flag.default(false),
    /** Whether administrators sign in only where the provider says, in `amr` or `acr` of its access tokens, that a second factor was used. */
    REQUIRE_MFA_FOR_ADMINS: Flag.default(false),
    /** Values of `acr`, separated by commas, that say so at this provider; `mfa` in `amr` always does. */
    OIDC_MFA_ACR: z.string().optional(),
    /** Hours without a renewal after which a session ends. An open console renews. */
    SESSION_IDLE_HOURS: z.coerce.number().positive().default(12),
    /** Hours after which a session ends, however much it is used. */
    SESSION_MAX_HOURS: z.coerce.number().positive().default(168),
    /** Age in days at which the key that signs product tokens is replaced. */
    SIGNING_KEY_DAYS: z.coerce.number().positive().default(30),
    /** Public key of the bot check of public forms, reCAPTCHA v3. Without the two keys the forms are closed. */
    RECAPTCHA_SITE_KEY: z.string().optional(),
    /** Secret key of the bot check. */
    RECAPTCHA_SECRET: secret(z.string().optional()),
    /** Where tokens of the bot check are verified: Google's, or a stand-in's. */
    RECAPTCHA_URL: outside(z.url()).default('https://www.google.com/recaptcha/api/siteverify'),
    /** Script that a browser loads for such a token. */
    RECAPTCHA_SCRIPT_URL: outside(z.url()).default('https://www.google.com/recaptcha/api.js'),
    /** Name of the product in mails and in what the browser shows. */
    PRODUCT_NAME: z.string().default('Portico'),
    /** Address that the console offers for questions. */
    SUPPORT_EMAIL: z.email().default('support@portico.test'),
    /** Whether joining an organization needs an administrator's approval. */
    APPROVAL_FLOW: Flag.default(true),
    /** E-mail address of the user who is made super admin at start while there is none. */
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
  /** An address counts as verified when the provider does not say whether it is. */
  trustsEmail: boolean;
  /** Values of `acr` that stand for more than one factor. */
  multiFactorAcr: readonly string[];
};

/** The OpenID provider's settings, or null while they are not complete. */
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

/** The bot check's settings, or null while they are not complete. */
export function recaptchaOf(config: IdentityConfig): Recaptcha | null {
  const { RECAPTCHA_SITE_KEY: siteKey, RECAPTCHA_SECRET: secret } = config;
  if (!siteKey || !secret) return null;
  const script = new URL(config.RECAPTCHA_SCRIPT_URL);
  script.searchParams.set('render', siteKey);
  return { siteKey, secret, verifyUrl: config.RECAPTCHA_URL, scriptUrl: script.href };
}
