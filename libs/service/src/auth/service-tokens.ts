import { Inject, Injectable } from '@nestjs/common';
import { TokenClaims } from '@portico/contracts/common/roles';
import { decodeProtectedHeader, errors, SignJWT } from 'jose';
import { z } from 'zod';
import { CONFIG, secretList } from '../config.ts';
import { Problem } from '../http/problem.ts';
import { keyOf, verifiedByAny } from '../passes/verified-by-any.ts';
import type { Caller } from './caller.ts';

/** Settings of services that call each other. */
export const ServiceTokenConfig = z.object({
  /**
   * Signs requests between services; the same value in every process. Several secrets, separated by commas, allow rotation: the first
   * secret signs, all secrets are accepted.
   */
  SERVICE_SECRET: secretList,
});
export type ServiceTokenConfig = z.infer<typeof ServiceTokenConfig>;

export const SERVICE_NAME = Symbol('service name');

/** JWT type (`typ`) that distinguishes service tokens from product tokens. */
const TYPE = 'service+jwt';
const ALGORITHM = 'HS256';
/** Seconds after `iat` for which the receiver accepts a service token. A token with a longer lifetime is rejected. */
const LIFETIME = 60;
/** Maximum clock difference between two services, in seconds. */
const CLOCK_TOLERANCE = 5;

/** The identity of a service that calls for itself, with the rights of an administrator. No user has the id 0. */
export const SERVICE_CALLER: Omit<Caller, 'expiresAt'> = {
  id: 0,
  email: 'service@portico.invalid',
  usertype: 'ADMIN',
  accessVersion: 1,
};

/** The single request that a service token allows. `path` has no query. */
type ServiceRequest = { service: string; method: string; path: string };

/** `htm` and `htu` are DPoP's names (RFC 9449) for a request's method and URL. */
const ServiceClaims = z.object({ htm: z.string(), htu: z.string(), iat: z.number(), exp: z.number() });

/** Signs a token for one request to another service, for the service itself or on behalf of a user. */
export const issueServiceToken = (
  secret: string,
  caller: Omit<Caller, 'expiresAt'>,
  { service, method, path }: ServiceRequest,
): Promise<string> =>
  new SignJWT({ email: caller.email, usertype: caller.usertype, ver: caller.accessVersion, htm: method, htu: path })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
    .setSubject(String(caller.id))
    .setAudience(service)
    .setIssuedAt()
    .setExpirationTime(`${LIFETIME}s`)
    .sign(keyOf(secret));

/** Whether a token claims to be a service token. Like JWT libraries, ignores the case of `typ` and a prefix `application/`. */
export const isServiceToken = (token: string): boolean => {
  try {
    const { typ } = decodeProtectedHeader(token);
    return typeof typ === 'string' && typ.toLowerCase().replace(/^application\//, '') === TYPE;
  } catch {
    return false;
  }
};

/** Verifies the tokens of other services. Rejects all service tokens if SERVICE_SECRET is not set. */
@Injectable()
export class ServiceTokens {
  constructor(
    @Inject(CONFIG) private readonly config: Partial<ServiceTokenConfig>,
    @Inject(SERVICE_NAME) private readonly service: string,
  ) {}

  /** @throws Problem `unauthenticated` for a token with another secret, service or request, or older than 60 seconds. */
  async verify(token: string, request: Omit<ServiceRequest, 'service'>): Promise<Caller> {
    const { SERVICE_SECRET: secrets } = this.config;
    const caller = secrets === undefined ? null : await this.callerOf(secrets, token, request);
    if (caller === null) throw Problem.unauthenticated('The token of the service is not valid.');
    return caller;
  }

  private async callerOf(
    secrets: readonly string[],
    token: string,
    { method, path }: Omit<ServiceRequest, 'service'>,
  ): Promise<Caller | null> {
    try {
      const payload = await verifiedByAny(secrets, token, {
        algorithms: [ALGORITHM],
        typ: TYPE,
        audience: this.service,
        maxTokenAge: LIFETIME,
        clockTolerance: CLOCK_TOLERANCE,
      });
      const [bound, claims] = [ServiceClaims.safeParse(payload), TokenClaims.safeParse(payload)];
      if (!bound.success || !claims.success || Array.isArray(payload.aud)) return null;
      const { htm, htu, iat, exp } = bound.data;
      if (htm !== method || htu !== path || exp - iat > LIFETIME) return null;
      const { sub, email, usertype, ver } = claims.data;
      return { id: Number(sub), email, usertype, accessVersion: ver, expiresAt: exp * 1_000 };
    } catch (error) {
      if (error instanceof errors.JOSEError) return null;
      throw error;
    }
  }
}
