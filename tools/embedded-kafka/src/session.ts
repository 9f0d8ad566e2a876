import { setTimeout as sleep } from 'node:timers/promises';
import { ErrorCode } from './protocol/error-code.ts';
import { MalformedRequest } from './protocol/reader.ts';
import { canonicalHost } from './security/acl.ts';
import type { Authorizer } from './security/authorizer.ts';
import { AuthenticationFailure, type Exchange, type Identity } from './security/mechanism.ts';
import { Permissions } from './security/permissions.ts';
import type { Sasl } from './security/sasl.ts';

export const SASL_HANDSHAKE_KEY = 17;
export const SASL_AUTHENTICATE_KEY = 36;
const API_VERSIONS_KEY = 18;

const ANONYMOUS = 'User:ANONYMOUS';
/** Maximum bytes of a request before authentication (sasl.server.max.receive.size). */
export const MAX_SASL_BYTES = 512 * 1024;
/** Minimum time between two re-authentications of a connection. The broker rejects a re-authentication before that. */
const MIN_REAUTHENTICATION_MS = 1_000;

interface SessionOptions {
  readonly sasl?: Sasl | undefined;
  /** Authorization by ACL. If absent, every client has every permission. */
  readonly authorizer?: Authorizer | undefined;
  readonly host: string;
  readonly onFailure: (reason: string) => void;
}

interface Authenticated {
  readonly errorCode: ErrorCode;
  /** The error's message; empty if there is no error, as in Apache Kafka. */
  readonly errorMessage: string;
  readonly authBytes: Buffer;
  readonly sessionLifetimeMs: number;
}

const NOTHING = Buffer.alloc(0);

/** The authentication state of a connection: its principal, the session's expiry and the permissions. */
export class Session {
  principal = ANONYMOUS;
  permissions: Permissions;
  /** Whether the client sends bare SASL messages, because its handshake had version 0. */
  sendsBareTokens = false;
  /** Whether the connection closes after the response to the current request. */
  isOver = false;
  private readonly options: SessionOptions;
  private mechanism: string | undefined;
  private exchange: Exchange | undefined;
  private isAuthenticated = false;
  /** Expiry of the session, as a value of `performance.now`. */
  private expiresAt = Infinity;
  private reauthenticatedAt = -Infinity;

  constructor(options: SessionOptions) {
    this.options = options;
    this.permissions = this.permissionsOf(ANONYMOUS);
  }

  private permissionsOf(principal: string): Permissions {
    const { authorizer, host } = this.options;
    return new Permissions(authorizer, { principal, host: canonicalHost(host) });
  }

  /** Whether requests may exceed `MAX_SASL_BYTES`. */
  get mayBeLarge(): boolean {
    return this.isAuthenticated || this.options.sasl?.required !== true;
  }

  /**
   * Checks that the current authentication state permits a request.
   * @throws MalformedRequest for a request that is not permitted before or during authentication, or after the session's expiry.
   */
  admit(apiKey: number): void {
    const { sasl } = this.options;
    if (sasl === undefined) return;
    if (this.exchange !== undefined) {
      const isKnown = apiKey === SASL_AUTHENTICATE_KEY || apiKey === SASL_HANDSHAKE_KEY;
      if (!isKnown) throw new MalformedRequest(`API ${apiKey} during authentication`);
    } else if (this.isAuthenticated) {
      if (performance.now() <= this.expiresAt) return;
      if (apiKey !== SASL_HANDSHAKE_KEY || !this.mayHandshake()) {
        throw new MalformedRequest(`the session of ${this.principal} has expired`);
      }
    } else if (sasl.required && apiKey !== API_VERSIONS_KEY && apiKey !== SASL_HANDSHAKE_KEY) {
      throw new MalformedRequest(`API ${apiKey} before authentication`);
    }
  }

  /** Whether the client may start authentication. An authenticated client may do so again only if its session expires. */
  private mayHandshake(): boolean {
    if (this.exchange !== undefined) return false;
    if (!this.isAuthenticated) return true;
    return this.expiresAt < Infinity && performance.now() - this.reauthenticatedAt >= MIN_REAUTHENTICATION_MS;
  }

  async handshake(mechanism: string, version: number): Promise<{ errorCode: ErrorCode; mechanisms: string[] }> {
    const { sasl } = this.options;
    const mechanisms = [...(sasl?.mechanisms.keys() ?? [])];
    if (this.exchange !== undefined) await this.fail('a handshake during authentication');
    if (sasl === undefined || !this.mayHandshake()) return { errorCode: ErrorCode.ILLEGAL_SASL_STATE, mechanisms };
    const begin = sasl.mechanisms.get(mechanism);
    if (begin === undefined) {
      await this.fail(`unknown mechanism ${JSON.stringify(mechanism.slice(0, 50))}`);
      return { errorCode: ErrorCode.UNSUPPORTED_SASL_MECHANISM, mechanisms };
    }
    if (this.isAuthenticated) this.reauthenticatedAt = performance.now();
    const isOther = this.isAuthenticated && mechanism !== this.mechanism;
    this.exchange = isOther ? refuse(`re-authentication with another mechanism than ${this.mechanism}`) : begin();
    this.mechanism ??= mechanism;
    this.sendsBareTokens = version === 0;
    return { errorCode: ErrorCode.NONE, mechanisms };
  }

  /** Handles the client's next SASL message. After a failure, the broker responds with a delay and closes the connection. */
  async authenticate(message: Buffer): Promise<Authenticated> {
    const { exchange } = this;
    if (exchange === undefined) {
      const text = 'SaslAuthenticate request received after successful authentication';
      return refusal(ErrorCode.ILLEGAL_SASL_STATE, text);
    }
    try {
      const step = await exchange(message);
      const none = { errorCode: ErrorCode.NONE, errorMessage: '', sessionLifetimeMs: 0 };
      if ('challenge' in step) return { ...none, authBytes: step.challenge };
      return { ...none, authBytes: NOTHING, sessionLifetimeMs: this.accept(step.identity) };
    } catch (error) {
      const known = error instanceof AuthenticationFailure;
      await this.fail(known ? error.message : String(error));
      const phase = this.isAuthenticated ? 're-authentication' : 'authentication';
      const text = `Authentication failed during ${phase} due to invalid credentials with SASL mechanism`;
      return refusal(ErrorCode.SASL_AUTHENTICATION_FAILED, known ? error.message : `${text} ${this.mechanism}`);
    }
  }

  /** Accepts the identity. Returns the session's lifetime in milliseconds, or 0 if the session does not expire. */
  private accept({ name, expiresAt }: Identity): number {
    const principal = `User:${name}`;
    if (this.isAuthenticated && principal !== this.principal) {
      const [from, to] = [this.principal, principal].map((one) => one.replace(':', '.'));
      throw new AuthenticationFailure(`Cannot change principals during re-authentication from ${from}: ${to}`);
    }
    if (!this.isAuthenticated) this.permissions = this.permissionsOf(principal);
    const maxLifetimeMs = this.options.sasl?.maxReauthMs || Infinity;
    const lifetimeMs = Math.max(0, Math.floor(Math.min(maxLifetimeMs, (expiresAt ?? Infinity) - Date.now())));
    this.principal = principal;
    this.isAuthenticated = true;
    this.exchange = undefined;
    this.sendsBareTokens = false;
    this.expiresAt = performance.now() + lifetimeMs;
    return lifetimeMs === Infinity ? 0 : lifetimeMs;
  }

  private async fail(reason: string): Promise<void> {
    this.options.onFailure(reason);
    this.isOver = true;
    await sleep(this.options.sasl?.failureDelayMs ?? 0);
  }
}

function refuse(reason: string): Exchange {
  return () => Promise.reject(new AuthenticationFailure(reason));
}

function refusal(errorCode: ErrorCode, errorMessage: string): Authenticated {
  return { errorCode, errorMessage, authBytes: NOTHING, sessionLifetimeMs: 0 };
}
