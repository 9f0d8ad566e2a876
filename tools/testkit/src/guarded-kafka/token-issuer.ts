import { listenOnLoopback } from '@portico/stack/process';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

export type TokenIssuer = {
  url: string;
  /** Returns a token. `life`: the token's lifetime, by default 15 minutes. */
  token: (claims: { sub: string; aud: string; iss: string }, life?: string) => Promise<string>;
  /** Makes brokers also read the public keys at this URL. */
  vouchFor: (url: string) => void;
  stop: () => Promise<void>;
};

/** Starts a token issuer that signs tokens like Portico's token endpoint, for brokers that read the issuer's public keys. */
export async function startTokenIssuer(): Promise<TokenIssuer> {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const kid = 'test';
  const own = { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' };
  let other: string | null = null;
  const keys = async (): Promise<unknown[]> => {
    if (other === null) return [own];
    const theirs = (await (await fetch(other)).json()) as { keys: unknown[] };
    return [own, ...theirs.keys];
  };
  const { port, serve, close } = await listenOnLoopback(0, '127.0.0.1');
  serve((_, response) => {
    void keys().then(
      (all) => response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: all })),
      (error: unknown) => response.writeHead(502).end(String(error)),
    );
  });
  return {
    url: `http://127.0.0.1:${port}/oauth/jwks.json`,
    token: (claims, life = '15m') =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid })
        .setIssuedAt()
        .setExpirationTime(life)
        .sign(privateKey),
    vouchFor: (url) => {
      other = url;
    },
    stop: close,
  };
}
