import { Inject, Injectable, Logger } from '@nestjs/common';
import { readAccountEmail } from '@portico/contracts/common/email';
import { CONFIG, Dependencies, isKeySetAway, Problem } from '@portico/service';
import { createRemoteJWKSet, type JWTPayload, type JWTVerifyGetKey, type JWTVerifyOptions, jwtVerify } from 'jose';
import { z } from 'zod';
import { type IdentityConfig, type Provider, providerOf } from '../config.ts';

/** Timeout of a request to the provider, in milliseconds. */
const TIMEOUT = 10_000;
/** Maximum clock difference to the provider, in seconds. */
const CLOCK_TOLERANCE = 60;
/** Maximum age of a logout token, in seconds. */
const LOGOUT_MAX_AGE = 5 * 60;
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Milliseconds after which the dependency check reloads the provider's settings. */
const CHECK_INTERVAL = 60_000;

const Discovery = z.object({ issuer: z.string(), jwks_uri: z.url(), userinfo_endpoint: z.url().optional() });
type Metadata = { keysUrl: string; keys: JWTVerifyGetKey; userinfoUrl: string | undefined; readAt: number };

const Claims = z.object({
  sub: z.string().min(1).max(255),
  /** Normalized like the e-mails of accounts. An address that is invalid for accounts stays unchanged. */
  email: z.string().transform((email) => readAccountEmail(email) ?? email),
  email_verified: z.union([z.boolean(), z.stringbool()]).optional(),
  name: z.string().optional(),
});

const Sid = z.string().min(1).max(255);

/** Claims of a logout token (OpenID Connect Back-Channel Logout 1.0, 2.4). A token with a nonce is an ID token, and is rejected. */
const LogoutClaims = z
  .object({
    jti: z.string().min(1).max(255),
    iat: z.number(),
    sub: z.string().min(1).max(255).optional(),
    sid: Sid.optional(),
    nonce: z.undefined().optional(),
    events: z.object({ [LOGOUT_EVENT]: z.object({}) }),
  })
  .refine(({ sub, sid }) => sub !== undefined || sid !== undefined);

const Texts = z.array(z.string()).catch([]);
/** Claims that name the client of a token, as defined by OpenID Connect, RFC 9068, and version 1 of Entra ID. */
const CLIENT_CLAIMS = ['azp', 'client_id', 'appid'] as const;
type Claims = z.infer<typeof Claims>;

export type Profile = {
  issuer: string;
  subject: string;
  email: string;
  isVerified: boolean;
  name: string | undefined;
  isMultiFactor: boolean;
  /** Id of the session at the provider; null if the access token does not contain it. */
  sid: string | null;
};

/** A session (`sid`) or a person (`subject`) whose sessions the provider ended. `jti` must be remembered until `expiresAt`. */
type Logout = { issuer: string; subject?: string; sid?: string; jti: string; expiresAt: Date };

/** `OIDC_ISSUER` differs from the provider's issuer. Only an operator can fix this error. */
class IssuerMismatch extends Error {}

/**
 * Verifies access tokens of the OpenID provider: RS256 with the provider's keys, issuer, audience and time. Reads the e-mail from the
 * token, or from the provider's userinfo endpoint if the token contains no e-mail.
 */
@Injectable()
export class ProviderTokens {
  private readonly logger = new Logger(ProviderTokens.name);
  private readonly provider: Provider | null;
  private metadata: Metadata | null = null;
  private reading: Promise<Metadata> | null = null;

  constructor(@Inject(CONFIG) config: IdentityConfig, dependencies: Dependencies) {
    const provider = providerOf(config);
    this.provider = provider;
    if (provider) dependencies.add('OpenID provider', () => this.check(provider));
  }

  /**
   * @throws Problem `unauthenticated` for an invalid token, `unavailable` if the provider is unreachable, `internal` if the
   * provider's issuer differs from OIDC_ISSUER.
   */
  async profile(token: string): Promise<Profile> {
    const { provider } = this;
    if (!provider) throw Problem.unavailable('Sign-in');
    const metadata = await this.known(provider);
    const payload = await this.verify(token, metadata.keys, {
      issuer: provider.issuer,
      audience: provider.audience,
      requiredClaims: ['exp', 'sub'],
    }).catch((error: unknown) => {
      throw refusal(
        error,
        new Problem('unauthenticated', 'The sign-in is not valid. Please sign in again.', [], { cause: error }),
      );
    });
    // Rejects a token that was issued to another application for the same audience.
    if (CLIENT_CLAIMS.some((name) => payload[name] !== undefined && payload[name] !== provider.clientId))
      throw Problem.unauthenticated('The sign-in was made for another application. Please sign in again.');
    const own = Claims.safeParse(payload);
    const isComplete = own.success && (own.data.email_verified !== undefined || provider.trustsEmail);
    const claims = isComplete ? own.data : await this.userinfo(token, payload, metadata);
    return {
      issuer: provider.issuer,
      subject: claims.sub,
      email: claims.email,
      isVerified: claims.email_verified ?? provider.trustsEmail,
      name: claims.name,
      isMultiFactor:
        Texts.parse(payload['amr']).includes('mfa') || provider.multiFactorAcr.includes(String(payload['acr'])),
      sid: Sid.nullable()
        .catch(null)
        .parse(payload['sid'] ?? null),
    };
  }

  /** @throws Problem `malformed_request` for an invalid token, `unavailable` if the provider is unreachable. */
  async logout(token: string): Promise<Logout> {
    const { provider } = this;
    if (!provider) throw Problem.unavailable('Sign-in');
    const { keys } = await this.known(provider);
    const { issuer } = provider;
    const checks = { issuer, audience: provider.clientId, maxTokenAge: LOGOUT_MAX_AGE };
    const payload = await this.verify(token, keys, checks).catch((error: unknown) => {
      throw refusal(error, invalidLogout(error));
    });
    const claims = LogoutClaims.safeParse(payload);
    if (!claims.success) throw invalidLogout(claims.error);
    const { sub, sid, jti, iat } = claims.data;
    const expiresAt = new Date((iat + LOGOUT_MAX_AGE + 2 * CLOCK_TOLERANCE) * 1_000);
    return { issuer, ...(sub !== undefined && { subject: sub }), ...(sid !== undefined && { sid }), jti, expiresAt };
  }

  private known(provider: Provider): Promise<Metadata> | Metadata {
    return this.metadata ?? this.read(provider).catch((error: unknown) => this.refuse(error));
  }

  private async verify(token: string, keys: JWTVerifyGetKey, checks: JWTVerifyOptions): Promise<JWTPayload> {
    const options = { algorithms: ['RS256'], clockTolerance: CLOCK_TOLERANCE, ...checks };
    return (await jwtVerify(token, keys, options)).payload;
  }

  private async check(provider: Provider): Promise<void> {
    if (!this.metadata || this.metadata.readAt < Date.now() - CHECK_INTERVAL) await this.read(provider);
  }

  /** Reads the provider's settings. Failures are not cached, so the next sign-in retries. */
  private read(provider: Provider): Promise<Metadata> {
    this.reading ??= this.readDiscovery(provider)
      .then((metadata) => (this.metadata = metadata))
      .finally(() => (this.reading = null));
    return this.reading;
  }

  private async readDiscovery({ issuer }: Provider): Promise<Metadata> {
    const url = new URL('.well-known/openid-configuration', issuer.replace(/\/?$/, '/'));
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT) });
    if (!response.ok) throw new Error(`${url.href} answered ${response.status}`);
    const discovery = Discovery.parse(await response.json());
    if (discovery.issuer !== issuer)
      throw new IssuerMismatch(`OIDC_ISSUER is '${issuer}', but the provider's issuer is '${discovery.issuer}'`);
    const keysUrl = discovery.jwks_uri;
    const keys =
      this.metadata?.keysUrl === keysUrl
        ? this.metadata.keys
        : createRemoteJWKSet(new URL(keysUrl), { timeoutDuration: TIMEOUT });
    return { keysUrl, keys, userinfoUrl: discovery.userinfo_endpoint, readAt: Date.now() };
  }

  private refuse(error: unknown): never {
    if (!(error instanceof IssuerMismatch)) throw Problem.unavailable('Sign-in', error);
    this.logger.error({ reason: error.message }, 'sign-in failed, OIDC_ISSUER does not match the provider');
    throw new Problem('internal', 'Sign-in is not set up correctly. Please tell the administrators of this site.', [], {
      cause: error,
    });
  }

  private async userinfo(token: string, { sub }: JWTPayload, { userinfoUrl }: Metadata): Promise<Claims> {
    if (userinfoUrl === undefined)
      throw Problem.unauthenticated('The identity provider did not send an e-mail address');
    const response = await fetch(userinfoUrl, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(TIMEOUT),
    }).catch((error: unknown) => {
      throw Problem.unavailable('Sign-in', error);
    });
    if (response.status === 401 || response.status === 403) {
      throw Problem.unauthenticated('The sign-in is not valid. Please sign in again.');
    }
    if (!response.ok) throw Problem.unavailable('Sign-in', new Error(`userinfo answered ${response.status}`));
    const claims = Claims.safeParse(await response.json());
    // OpenID Connect Core 5.3.2: a response about another subject must not be used.
    if (!claims.success || claims.data.sub !== sub)
      throw Problem.unauthenticated('The identity provider did not send an e-mail address');
    return claims.data;
  }
}

/** The problem of a failed verification: `unavailable` if the provider's keys cannot be loaded, otherwise `invalid`. */
const refusal = (error: unknown, invalid: Problem): Problem =>
  isKeySetAway(error) ? Problem.unavailable('Sign-in', error) : invalid;
const invalidLogout = (cause: unknown): Problem =>
  new Problem('malformed_request', 'The logout token is not valid', [], { cause });
