import { Injectable } from '@nestjs/common';
import { hasAddress } from '@portico/contracts/common/mailed-name';
import type { Session, TokenExchange } from '@portico/contracts/http/identity';
import { Problem } from '@portico/service';
import { TokensService } from '../tokens/tokens.service.ts';
import { UsersService } from '../users/users.service.ts';
import { type Profile, ProviderTokens } from './provider-tokens.ts';

/** Names are mailed to others and contain no address: who is called by one is called by the part before the @. */
const nameOf = ({ name, email }: Profile): string => {
  if (name !== undefined && name.trim() !== '' && !hasAddress(name)) return name;
  return (
    email
      .replace(/@.*$/, '')
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim() || 'Unnamed'
  );
};

/** Exchanges the identity provider's token for a product token. */
@Injectable()
export class SignOnService {
  constructor(
    private readonly provider: ProviderTokens,
    private readonly users: UsersService,
    private readonly tokens: TokensService,
  ) {}

  async exchange({ token, email }: TokenExchange): Promise<Session> {
    const profile = await this.provider.profile(token);
    if (profile.email !== email)
      throw new Problem('email_mismatch', 'The e-mail is not the one that you signed in with');
    if (profile.email_verified !== true)
      throw new Problem('email_not_verified', 'Please verify your e-mail address first');
    const user = await this.users.findOrCreateByEmail(email, nameOf(profile));
    return { accessToken: await this.tokens.sign(user), user: user.toRow() };
  }
}
