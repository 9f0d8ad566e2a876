import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { Ingested } from '@portico/contracts/http/ingest';
import { deliverHook, DeliveryParams } from '@portico/contracts/http/integration-hooks';
import { type DirectCall, DirectEndpoints, Problem, validate } from '@portico/service';
import type { Reading } from '../body/body-reader.ts';
import { readBody } from '../body/read-body.ts';
import { IngestService } from '../ingest.service.ts';
import { limitHeaders } from '../quota/limit-headers.ts';
import { checkMedia, toCloudEvent } from './delivery.ts';
import { HookDirectory, type HookSecret } from '../keys/hook-directory.ts';
import { checkSignature } from './signature.ts';

/** Receives webhooks. Their senders authenticate each delivery with a signature or password, because they cannot send a Portico key. */
@Injectable()
export class HookEndpoint {
  constructor(
    private readonly hooks: HookDirectory,
    private readonly door: IngestService,
    endpoints: DirectEndpoints,
  ) {
    endpoints.serve(deliverHook, (call) => this.deliver(call));
  }

  private async deliver({ request, response, params, gone }: DirectCall): Promise<Ingested> {
    const { hookId } = validate(DeliveryParams, params);
    const secrets = this.hooks.secretsAt(hookId);
    const [first] = secrets;
    if (!first) throw Problem.notFound('The webhook');
    checkMedia(request.headers);
    return this.door.ingest(reading(request, secrets), first, { said: limitHeaders(response), gone });
  }
}

/**
 * Returns a function that reads a delivery. The function verifies the signature before it counts the bytes toward the integration's quota.
 */
const reading =
  (request: IncomingMessage, secrets: readonly HookSecret[]): Reading =>
  async ({ place, meter }) => {
    const body = await readBody(request);
    place.resize(body.length);
    const key = signerOf(request, body, secrets);
    await meter.take({ bytes: body.length });
    const { value, headers } = toCloudEvent(key.scheme.preset, request.headers, body);
    return { values: [value], headers, key };
  };

/** @throws Problem `unauthenticated` */
function signerOf({ headers }: IncomingMessage, body: Buffer, secrets: readonly HookSecret[]): HookSecret {
  const checked = secrets.map((one) => ({ one, is: checkSignature({ headers, body, ...one }, Date.now()) }));
  const right = checked.find(({ is }) => is === 'right');
  if (right) return right.one;
  throw Problem.unauthenticated(
    checked.some(({ is }) => is === 'late')
      ? 'The signature time should be at most 5 minutes in the past or the future'
      : 'The signature or the password is missing or wrong',
  );
}
