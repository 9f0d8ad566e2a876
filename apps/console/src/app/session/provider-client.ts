import type { Config } from '@portico/contracts/http/identity';
import * as oauth from 'oauth4webapi';
import { serverNow } from '../../shared/time/server-clock.ts';
import { within } from './deadline.ts';
import { SignOnError } from './sign-on-error.ts';

const HTTP_TIMEOUT_MS = 10_000;
const TOKEN_ATTEMPTS = 3;
const ID_TOKEN_LEEWAY_SECONDS = 60;

export type ProviderSettings = NonNullable<Config['identityProvider']>;

/** The provider's tokens for one person. `expiresAt` is in milliseconds since the Unix epoch, by the server's clock. */
export type ProviderTokens = {
  accessToken: string;
  refreshToken?: string | undefined;
  idToken: string;
  subject: string;
  email: string;
  expiresAt: number;
};

export type ProviderClient = {
  metadata: oauth.AuthorizationServer;
  /** Redeems the code in the provider's return URL. */
  redeem: (answer: Answer) => Promise<ProviderTokens>;
  /** Fetches new tokens for the same person. The provider may rotate the refresh token. */
  refresh: (tokens: ProviderTokens & { refreshToken: string }) => Promise<ProviderTokens>;
  /** Revokes a refresh token, if the provider supports it. */
  revoke: (refreshToken: string) => Promise<void>;
};

/** The provider's return URL, with the `state`, `nonce` and `verifier` that were generated at the start of the login. */
type Answer = { address: string; redirectUri: string; state: string; nonce: string; verifier: string };

/** Error codes for a response that contains neither tokens nor an OAuth error, such as a proxy's page. */
const NOT_OAUTH: readonly string[] = [oauth.RESPONSE_IS_NOT_CONFORM, oauth.RESPONSE_IS_NOT_JSON, oauth.PARSE_ERROR];

const toSignOnError = (error: unknown): SignOnError => {
  if (error instanceof SignOnError) return error;
  if (error instanceof oauth.ResponseBodyError || error instanceof oauth.AuthorizationResponseError)
    return new SignOnError(error.error, error.error_description ?? error.message);
  const message = error instanceof Error ? error.message : String(error);
  const isBusy = error instanceof oauth.OperationProcessingError && NOT_OAUTH.includes(error.code ?? '');
  return new SignOnError(isBusy ? 'temporarily_unavailable' : 'invalid_response', message);
};

const mapped = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    throw toSignOnError(error);
  }
};

const fetchOnce = (url: string, request: RequestInit): Promise<Response> =>
  within(
    HTTP_TIMEOUT_MS,
    (signal) => fetch(url, { ...request, signal }),
    () => new SignOnError('timeout', 'The identity provider did not answer'),
  ).catch((error: unknown) => {
    throw error instanceof SignOnError ? error : new SignOnError('request_error', String(error));
  });

/** Repeats a request that gets no response. Returns the first response, even if it is an error. */
const fetchTokens = async (url: string, request: RequestInit): Promise<Response> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await fetchOnce(url, request);
    } catch (error) {
      if (attempt === TOKEN_ATTEMPTS) throw error;
    }
  }
};

/** Loads the discovery document and compares the issuer exactly, because `oauth4webapi` ignores a trailing slash. */
const discover = async (issuer: string, options: oauth.DiscoveryRequestOptions) => {
  const url = new URL(issuer);
  const response = await oauth.discoveryRequest(url, options);
  const metadata = await oauth.processDiscoveryResponse(url, response).catch((error: unknown) => {
    const isOther = error instanceof oauth.OperationProcessingError && error.code === oauth.JSON_ATTRIBUTE_COMPARISON;
    throw isOther ? new SignOnError('invalid_configuration', error.message) : error;
  });
  if (metadata.issuer !== issuer)
    throw new SignOnError('invalid_configuration', `The provider's issuer is ${metadata.issuer}`);
  return metadata;
};

/** A client for any OpenID provider. It reads the endpoints from the provider's discovery document. */
export const createProviderClient = async (provider: ProviderSettings): Promise<ProviderClient> => {
  // A local provider has no TLS.
  const insecure = { [oauth.allowInsecureRequests]: provider.tenantUrl.startsWith('http:') };
  const requestOptions = { ...insecure, [oauth.customFetch]: fetchOnce };
  const refreshOptions = { ...insecure, [oauth.customFetch]: fetchTokens };
  const metadata = await mapped(() => discover(provider.tenantUrl, requestOptions));
  /** The OAuth client. `clockSkew` corrects this computer's clock, which may be wrong. */
  const client = (): oauth.Client => ({
    client_id: provider.clientId,
    id_token_signed_response_alg: 'RS256',
    [oauth.clockTolerance]: ID_TOKEN_LEEWAY_SECONDS,
    [oauth.clockSkew]: Math.round((serverNow() - Date.now()) / 1_000),
  });

  const emailOf = async (accessToken: string, { sub, email }: oauth.IDToken): Promise<string> => {
    if (typeof email === 'string') return email;
    const info =
      metadata.userinfo_endpoint === undefined
        ? undefined
        : await oauth.processUserInfoResponse(
            metadata,
            client(),
            sub,
            await oauth.userInfoRequest(metadata, client(), accessToken, requestOptions),
          );
    if (info?.email === undefined) throw new SignOnError('missing_email', 'The provider gave no e-mail address');
    return info.email;
  };

  const tokensOf = async (
    answer: oauth.TokenEndpointResponse,
    before: Partial<ProviderTokens> = {},
  ): Promise<ProviderTokens> => {
    const claims = oauth.getValidatedIdTokenClaims(answer);
    const subject = claims?.sub ?? before.subject;
    const idToken = answer.id_token ?? before.idToken;
    if (subject === undefined || idToken === undefined || (before.subject ?? subject) !== subject)
      throw new SignOnError('invalid_response', 'The ID token belongs to another person');
    const email = claims === undefined ? before.email : await emailOf(answer.access_token, claims);
    if (email === undefined) throw new SignOnError('missing_email', 'The provider gave no e-mail address');
    return {
      accessToken: answer.access_token,
      refreshToken: answer.refresh_token ?? before.refreshToken,
      idToken,
      subject,
      email,
      expiresAt: serverNow() + (answer.expires_in ?? 0) * 1_000,
    };
  };

  return {
    metadata,
    redeem: ({ address, redirectUri, state, nonce, verifier }) =>
      mapped(async () => {
        const parameters = oauth.validateAuthResponse(metadata, client(), new URL(address), state);
        const response = await oauth.authorizationCodeGrantRequest(
          metadata,
          client(),
          oauth.None(),
          parameters,
          redirectUri,
          verifier,
          refreshOptions,
        );
        const checks = { expectedNonce: nonce, requireIdToken: true };
        return tokensOf(await oauth.processAuthorizationCodeResponse(metadata, client(), response, checks));
      }),
    refresh: (tokens) =>
      mapped(async () => {
        const { refreshToken } = tokens;
        const response = await oauth.refreshTokenGrantRequest(
          metadata,
          client(),
          oauth.None(),
          refreshToken,
          refreshOptions,
        );
        return tokensOf(await oauth.processRefreshTokenResponse(metadata, client(), response), tokens);
      }),
    revoke: (refreshToken) =>
      mapped(async () => {
        if (metadata.revocation_endpoint === undefined) return;
        await oauth.revocationRequest(metadata, client(), oauth.None(), refreshToken, requestOptions);
      }),
  };
};
