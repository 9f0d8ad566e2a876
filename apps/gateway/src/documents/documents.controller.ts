import { Controller, Get, Header, Inject } from '@nestjs/common';
import { CONFIG, Public } from '@portico/service';
import { stringify } from 'yaml';
import type { GatewayConfig } from '../config.ts';
import { asyncApi } from './asyncapi.ts';
import { integrationEventSchema } from './integration-event-schema.ts';
import { openApi } from './openapi.ts';

const CACHED = 'public, max-age=60';

/** Documents for programs, generated from the contracts. */
@Controller()
@Public()
export class DocumentsController {
  private readonly document = openApi();

  constructor(@Inject(CONFIG) private readonly config: GatewayConfig) {}

  @Get('openapi.json')
  @Header('cache-control', CACHED)
  openApi(): object {
    return this.document;
  }

  /** Generated at each request, because its examples carry today's date. */
  @Get('asyncapi.yaml')
  @Header('cache-control', CACHED)
  @Header('content-type', 'application/yaml; charset=utf-8')
  asyncApi(): string {
    return stringify(asyncApi(this.config.KAFKA_BROKERS, new Date()), { aliasDuplicateObjects: false });
  }

  @Get('schemas/integration-event.json')
  @Header('cache-control', CACHED)
  @Header('content-type', 'application/schema+json; charset=utf-8')
  integrationEvent(): string {
    return JSON.stringify(integrationEventSchema());
  }
}
