import { Controller, Get, Header } from '@nestjs/common';
import { SigningKeys } from '@portico/postgres/signing-keys';
import { Public } from '@portico/service';
import type { JWK } from 'jose';

@Controller()
export class JwksController {
  constructor(private readonly keys: SigningKeys) {}

  @Public()
  @Get('.well-known/jwks.json')
  @Header('cache-control', 'public, max-age=60')
  keySet(): Promise<{ keys: JWK[] }> {
    return this.keys.keySet();
  }
}
