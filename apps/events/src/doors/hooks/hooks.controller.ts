import type { IncomingMessage, ServerResponse } from 'node:http';
import { Controller, Param, Req, Res } from '@nestjs/common';
import type { Ingested } from '@portico/contracts/http/ingest';
import { deliverHook, DeliveryParams } from '@portico/contracts/http/integration-hooks';
import { CallerGone, OwnKeys, Problem, Serve } from '@portico/service';
import { discard } from '../body/discard.ts';
import type { Reading } from '../body/body-reader.ts';
import { readBody } from '../body/read-body.ts';
import { IngestService } from '../ingest.service.ts';
import { limitHeaders } from '../quota/limit-headers.ts';
import { checkMedia, toCloudEvent } from './delivery.ts';
import { HookDirectory, type HookSecret } from '../keys/hook-directory.ts';
import { checkSignature } from './signature.ts';

/** Receives webhooks. Their senders authenticate each delivery with a signature or password, because they cannot send a Portico key. */
@Controller()
export class HooksController {
  constructor(
    private readonly hooks: HookDirectory,
    private readonly door: IngestService,
  ) {}

  @OwnKeys()
  @Serve(deliverHook)
  async deliver(
    @Req() request: IncomingMessage,
    @Res({ passthrough: true }) response: ServerResponse,
    @Param({ schema: DeliveryParams }) { hookId }: DeliveryParams,
    @CallerGone() gone: AbortSignal,
  ): Promise<Ingested> {
    try {
      const secrets = this.hooks.secretsAt(hookId);
      const [first] = secrets;
      if (!first) throw Problem.notFound('The webhook');
      checkMedia(request.headers);
      return await this.door.ingest(reading(request, secrets), first, { said: limitHeaders(response), gone });
    } finally {
      discard(request);
    }
  }
}

/** Returns a function that reads a delivery. It verifies the signature before it counts the bytes toward the integration's quota. */
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
