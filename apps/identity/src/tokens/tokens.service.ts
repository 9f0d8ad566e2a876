import { Injectable } from '@nestjs/common';
import { TOKEN_AUDIENCE, TOKEN_ISSUER, TOKEN_LIFETIME } from '@portico/contracts/common/roles';
import { ALGORITHM, SigningKeys } from '@portico/postgres/signing-keys';
import { type JWTPayload, SignJWT } from 'jose';
import type { User } from '../user-row/user.entity.ts';

@Injectable()
export class TokensService {
  constructor(private readonly keys: SigningKeys) {}

  /** Signs a product token for this session with the user's current e-mail and type. The console renews the token automatically. */
  sign(user: User, session: number, seconds = TOKEN_LIFETIME): Promise<string> {
    const { id, email, usertype, accessVersion } = user;
    return this.signFor(id, { email, usertype, ver: accessVersion, sid: String(session) }, seconds);
  }

  async signFor(id: number, claims: JWTPayload, seconds: number): Promise<string> {
    const { kid, key } = await this.keys.current();
    return new SignJWT(claims)
      .setProtectedHeader({ alg: ALGORITHM, kid, typ: 'JWT' })
      .setSubject(String(id))
      .setIssuer(TOKEN_ISSUER)
      .setAudience(TOKEN_AUDIENCE)
      .setIssuedAt()
      .setExpirationTime(`${seconds}s`)
      .sign(key);
  }
}
