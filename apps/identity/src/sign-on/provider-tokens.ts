import { Inject, Injectable } from '@nestjs/common';
import { Email } from '@portico/contracts/common/fields';
import { CONFIG, isKeySetAway, Problem } from '@portico/service';
import { createRemoteJWKSet, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { z } from 'zod';
import { type IdentityConfig, type Provider, providerOf } from '../config.ts';

/** Longest wait for the provider, in milliseconds. */
const TIMEOUT = 10_000;
/** Seconds that the provider's clock may differ. */
const CLOCK_TOLERANCE = 60;

const Discovery = z.object({ issuer: z.string(), jwks_uri: z.url(), userinfo_endpoint: z.url() });
type Discovery = z.infer<typeof Discovery>;

const Profile = z.object({
  /** As the account has it. An address that no account can have stays as it is. */
  email: z.string().transform((email) => Email.safeParse(email).data ?? email),
  email_verified: z.union([z.boolean(), z.stringbool()]).optional(),
  name: z.string().optional(),
});
export type Profile = z.infer<typeof Profile>;

/**
 * Verifies access tokens of the OpenID provider: RS256 by the provider's own keys, issuer, audience and time. The e-mail
 * comes from the token itself, or from the provider's userinfo when the token does not carry it.
 */
@Injectable()
export class ProviderTokens {
  private readonly provider: Provider | null;
  private metadata: Promise<{ discovery: Discovery; keys: JWTVerifyGetKey }> | null = null;

  constructor(@Inject(CONFIG) config: IdentityConfig) {
    this.provider = providerOf(config);
  }

  /** @throws Problem `unauthenticated` for a token that is not valid, `unavailable` when the provider cannot be reached. */
  async profile(token: string): Promise<Profile> {
    const { provider } = this;
    if (!provider) throw Problem.unavailable('Sign-in');
    const { discovery, keys } = await this.discover(provider);
    const claims = await this.verify(token, provider, keys);
    const own = Profile.safeParse(claims);
    return own.success && own.data.email_verified !== undefined ? own.data : this.userinfo(token, discovery);
  }

  private async verify(token: string, provider: Provider, keys: JWTVerifyGetKey): Promise<JWTPayload> {
    try {
      const { payload } = await jwtVerify(token, keys, {
        algorithms: ['RS256'],
        issuer: provider.issuer,
        audience: provider.audience,
        clockTolerance: CLOCK_TOLERANCE,
        requiredClaims: ['exp', 'sub'],
      });
      return payload;
    } catch (error) {
      if (isKeySetAway(error)) throw Problem.unavailable('Sign-in', error);
      throw new Problem('unauthenticated', 'The sign-in is not valid. Please sign in again.', [], { cause: error });
    }
  }

  /** Read once; a failure is not cached, so the next sign-in retries. */
  private discover(provider: Provider): Promise<{ discovery: Discovery; keys: JWTVerifyGetKey }> {
    this.metadata ??= this.readDiscovery(provider).catch((error: unknown) => {
      this.metadata = null;
      throw Problem.unavailable('Sign-in', error);
    });
    return this.metadata;
  }

  private async readDiscovery(provider: Provider): Promise<{ discovery: Discovery; keys: JWTVerifyGetKey }> {
    const url = new URL('.well-known/openid-configuration', provider.issuer.replace(/\/?$/, '/'));
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT) });
    if (!response.ok) throw new Error(`${url.href} answered ${response.status}`);
    const discovery = Discovery.parse(await response.json());
    if (discovery.issuer !== provider.issuer) throw new Error(`the provider calls itself ${discovery.issuer}`);
    return { discovery, keys: createRemoteJWKSet(new URL(discovery.jwks_uri), { timeoutDuration: TIMEOUT }) };
  }

  private async userinfo(token: string, discovery: Discovery): Promise<Profile> {
    const response = await fetch(discovery.userinfo_endpoint, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(TIMEOUT),
    }).catch((error: unknown) => {
      throw Problem.unavailable('Sign-in', error);
    });
    if (response.status === 401 || response.status === 403) {
      throw Problem.unauthenticated('The sign-in is not valid. Please sign in again.');
    }
    if (!response.ok) throw Problem.unavailable('Sign-in', new Error(`userinfo answered ${response.status}`));
    const profile = Profile.safeParse(await response.json());
    if (!profile.success) throw Problem.unauthenticated('The identity provider did not tell an e-mail');
    return profile.data;
  }
}
