import { Injectable } from '@nestjs/common';
import { checkEvents, type Ingested, ingestEvents } from '@portico/contracts/http/ingest';
import { type DirectCall, DirectEndpoints, Problem } from '@portico/service';
import { BodyReader } from './body/body-reader.ts';
import { IngestService } from './ingest.service.ts';
import { type Key, KeyDirectory } from './keys/key-directory.ts';
import { limitHeaders } from './quota/limit-headers.ts';

const BEARER = /^bearer +(\S+)$/i;

/** Endpoints that publish or check events. Callers authenticate with a key of an integration. */
@Injectable()
export class IngestEndpoints {
  constructor(
    private readonly keys: KeyDirectory,
    private readonly door: IngestService,
    private readonly bodies: BodyReader,
    endpoints: DirectEndpoints,
  ) {
    endpoints.serve(ingestEvents, (call) => this.ingest(call));
    endpoints.serve(checkEvents, (call) => this.check(call));
  }

  private async ingest(call: DirectCall): Promise<Ingested> {
    const key = this.authenticate(call);
    if (key.kind !== 'publish')
      throw Problem.forbidden('This key can only check events. Use a key of kind publish to publish events.');
    const { request, response, gone } = call;
    return this.door.ingest(this.bodies.reading(request), key, { said: limitHeaders(response), gone });
  }

  private async check(call: DirectCall): Promise<Ingested> {
    const key = this.authenticate(call);
    return this.door.check(this.bodies.reading(call.request), key, { said: () => undefined, gone: call.gone });
  }

  /** Returns the key from the `authorization` header, of which a request may have only one. */
  private authenticate({ request, response }: DirectCall): Key {
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
