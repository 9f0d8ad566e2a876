import type { IncomingMessage, ServerResponse } from 'node:http';
import { Controller, Req, Res } from '@nestjs/common';
import { checkEvents, type Ingested, ingestEvents } from '@portico/contracts/http/ingest';
import { CallerGone, OwnKeys, Problem, Serve } from '@portico/service';
import { BodyReader } from './body/body-reader.ts';
import { discard } from './body/discard.ts';
import { IngestService } from './ingest.service.ts';
import { type Key, KeyDirectory } from './keys/key-directory.ts';
import { limitHeaders } from './quota/limit-headers.ts';

const BEARER = /^bearer +(\S+)$/i;

/** Endpoints that publish or check events. Callers authenticate with a key of an integration. */
@Controller()
export class IngestController {
  constructor(
    private readonly keys: KeyDirectory,
    private readonly door: IngestService,
    private readonly bodies: BodyReader,
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
        throw Problem.forbidden('This key can only check events. Use a key of kind publish to publish events.');
      return await this.door.ingest(this.bodies.reading(request), key, { said: limitHeaders(response), gone });
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
      const key = this.authenticate(request, response);
      return await this.door.check(this.bodies.reading(request), key, { said: () => undefined, gone });
    } finally {
      discard(request);
    }
  }

  /** Returns the key from the `authorization` header, of which a request may have only one. */
  private authenticate(request: IncomingMessage, response: ServerResponse): Key {
    const [authorization, ...others] = request.headersDistinct['authorization'] ?? [];
    const [, text] = BEARER.exec(authorization ?? '') ?? [];
    const key = text === undefined || others.length > 0 ? null : this.keys.verify(text);
    if (key) return key;
    response.setHeader('www-authenticate', 'Bearer realm="portico"');
    throw Problem.unauthenticated(
      text === undefined
        ? 'Send a key of the integration in this header: authorization: Bearer ptk_…'
        : 'The key is unknown, revoked or expired',
    );
  }
}
