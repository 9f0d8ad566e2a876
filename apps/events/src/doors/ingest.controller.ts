import type { IncomingMessage, ServerResponse } from 'node:http';
import { Controller, Req, Res } from '@nestjs/common';
import { checkEvents, type Ingested, ingestEvents } from '@portico/contracts/http/ingest';
import { CallerGone, OwnKeys, Problem, Serve } from '@portico/service';
import { discard } from './body/discard.ts';
import { IngestService } from './ingest.service.ts';
import type { Limit } from './quota/grant.ts';
import { type Key, KeyDirectory } from './keys/key-directory.ts';

const BEARER = /^bearer +(\S+)$/i;

/** Callers prove themselves with a key of an integration. */
@Controller()
export class IngestController {
  constructor(
    private readonly keys: KeyDirectory,
    private readonly door: IngestService,
  ) {}

  @OwnKeys()
  @Serve(ingestEvents)
  async ingest(
    @Req() request: IncomingMessage,
    @Res({ passthrough: true }) response: ServerResponse,
    @CallerGone() gone: AbortSignal,
  ): Promise<Ingested> {
    try {
      const key = this.authenticate(request, response);
      if (key.kind !== 'publish')
        throw Problem.forbidden('This key only checks events. Publish with a key of kind publish.');
      const said = ({ limit, remaining, reset }: Limit): void => {
        response.setHeader('ratelimit-limit', limit);
        response.setHeader('ratelimit-remaining', remaining);
        response.setHeader('ratelimit-reset', reset);
      };
      return await this.door.ingest(request, key, { said, gone });
    } finally {
      discard(request);
    }
  }

  @OwnKeys()
  @Serve(checkEvents)
  async check(
    @Req() request: IncomingMessage,
    @Res({ passthrough: true }) response: ServerResponse,
    @CallerGone() gone: AbortSignal,
  ): Promise<Ingested> {
    try {
      return await this.door.check(request, this.authenticate(request, response), { said: () => undefined, gone });
    } finally {
      discard(request);
    }
  }

  /** The key stands in one header, and nowhere else. */
  private authenticate(request: IncomingMessage, response: ServerResponse): Key {
    const [authorization, ...others] = request.headersDistinct['authorization'] ?? [];
    const [, text] = BEARER.exec(authorization ?? '') ?? [];
    const key = text === undefined || others.length > 0 ? null : this.keys.verify(text);
    if (key) return key;
    response.setHeader('www-authenticate', 'Bearer realm="portico"');
    throw Problem.unauthenticated(
      text === undefined
        ? 'Send a key of the integration in one header: authorization: Bearer ptk_…'
        : 'The key is unknown, revoked or expired',
    );
  }
}
