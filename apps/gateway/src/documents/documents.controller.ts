import { createHash } from 'node:crypto';
import { Controller, Get, Header, Inject, Res } from '@nestjs/common';
import { CONFIG, Public } from '@portico/service';
import type { Response } from 'express';
import { stringify } from 'yaml';
import type { GatewayConfig } from '../config.ts';
import { asyncApi } from './asyncapi.ts';
import { integrationEventSchema } from './integration-event-schema.ts';
import { openApi } from './openapi.ts';

const CACHED = 'public, max-age=60';

/** Sets an ETag for the document, so that clients can revalidate. API responses with data have no ETag. */
const marked = (response: Response, text: string): string => {
  response.setHeader('etag', `"${createHash('sha256').update(text).digest('base64url')}"`);
  return text;
};

@Controller()
@Public()
export class DocumentsController {
  private readonly document = JSON.stringify(openApi());

  constructor(@Inject(CONFIG) private readonly config: GatewayConfig) {}

  @Get('openapi.json')
  @Header('cache-control', CACHED)
  @Header('content-type', 'application/json; charset=utf-8')
  openApi(@Res({ passthrough: true }) response: Response): string {
    return marked(response, this.document);
  }

  /** Generates the document per request, because its examples contain today's date. */
  @Get('asyncapi.yaml')
  @Header('cache-control', CACHED)
  @Header('content-type', 'application/yaml; charset=utf-8')
  asyncApi(@Res({ passthrough: true }) response: Response): string {
    const document = asyncApi(this.config.KAFKA_BROKERS, new Date());
    return marked(response, stringify(document, { aliasDuplicateObjects: false }));
  }

  @Get('schemas/integration-event.json')
  @Header('cache-control', CACHED)
  @Header('content-type', 'application/schema+json; charset=utf-8')
  integrationEvent(@Res({ passthrough: true }) response: Response): string {
    return marked(response, JSON.stringify(integrationEventSchema()));
  }
}
