import { Inject, Injectable } from '@nestjs/common';
import { TokenClaims } from '@portico/contracts/common/roles';
import { decodeProtectedHeader, errors, SignJWT } from 'jose';
import { z } from 'zod';
import { CONFIG, secretList } from '../config.ts';
import { Problem } from '../http/problem.ts';
import { keyOf, verifiedByAny } from '../passes/verified-by-any.ts';
import type { Caller } from './caller.ts';

/** For services that call each other, and services that are called. */
export const ServiceTokenConfig = z.object({
  /**
   * Signs the requests of one service to another; the same in every process. Several, separated by commas: the first signs, all
   * are accepted, so that one can be replaced.
   */
  SERVICE_SECRET: secretList,
});
export type ServiceTokenConfig = z.infer<typeof ServiceTokenConfig>;

/** Injection token of the service's own name. */
export const SERVICE_NAME = Symbol('service name');

/** Distinguishes a service's token from a user's. */
const TYPE = 'service+jwt';
const ALGORITHM = 'HS256';
/** Seconds for which the receiver accepts a service token after `iat`, whatever `exp` says. */
const LIFETIME = 60;
/** Seconds that the clocks of two services may differ. */
const CLOCK_TOLERANCE = 5;

/** The identity of a service that asks for itself: it sees what administrators see, and is not a user. */
export const SERVICE_CALLER: Omit<Caller, 'expiresAt'> = {
  id: 0,
  email: 'service@portico.invalid',
  usertype: 'ADMIN',
  accessVersion: 1,
};

/** The one request that a service token allows. `path` has no query. */
export type ServiceRequest = { service: string; method: string; path: string };

/** `htm` and `htu` are DPoP's names (RFC 9449) for the method and the address of a request. */
const ServiceClaims = z.object({ htm: z.string(), htu: z.string(), iat: z.number(), exp: z.number() });

/** Signs a token for one request of one service to another, for the service itself or with the rights of a user. */
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

/** Whether a token claims to be a service's. Reads the header as JWT libraries do: any case, `application/` optional. */
export const isServiceToken = (token: string): boolean => {
  try {
    const { typ } = decodeProtectedHeader(token);
    return typeof typ === 'string' && typ.toLowerCase().replace(/^application\//, '') === TYPE;
  } catch {
    return false;
  }
};

/** Verifies the tokens of other services. A service without a SERVICE_SECRET accepts none. */
@Injectable()
export class ServiceTokens {
  constructor(
    @Inject(CONFIG) private readonly config: Partial<ServiceTokenConfig>,
    @Inject(SERVICE_NAME) private readonly service: string,
  ) {}

  /** @throws Problem `unauthenticated` for a token of another secret, service or request, and for one older than 60 s. */
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
