import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { MAX_UNPACKED_BYTES } from '@portico/contracts/http/ingest';
import { type Asker, FairQueue } from '../../table/admission/fair-queue.ts';
import type { Key } from '../keys/key-directory.ts';
import type { Place } from '../publish/room.ts';
import type { Meter } from '../quota/meter.ts';
import { type Framing, readFraming } from './framing.ts';
import { readBody, unpackGzip } from './read-body.ts';
import { split } from './split.ts';
import type { Value } from './value.ts';

/** Limits of concurrent decompressions, because each one needs a thread and {@link MAX_UNPACKED_BYTES} of memory. */
const UNPACKING = { running: 2, ofUser: 1, ofOrganization: 1, waitingOfUser: 8, patience: 5_000 };

/** The caller of a request, and the limits that its body counts against. `gone`: aborted when the caller disconnects. */
type BodyCost = { asker: Asker; place: Place; meter: Meter; gone: AbortSignal };

/**
 * A function that reads a request. It returns the events, the Kafka headers for each event, and the sender's key if the body is signed.
 * @throws Problem
 */
export type Reading = (cost: BodyCost) => Promise<{ values: Value[]; headers: Framing['headers']; key?: Key }>;

/** Reads the bodies of requests. Reserves memory for a body, and counts its bytes, before decompression. */
@Injectable()
export class BodyReader {
  private readonly unpacking = new FairQueue(UNPACKING);

  /**
   * Returns a function that reads the events of a publish request.
   * @throws Problem `unsupported_media_type`, `malformed_request`
   */
  reading(request: IncomingMessage): Reading {
    const { form, isPacked, headers } = readFraming(request.headers);
    return async (cost) => ({ values: await split(await this.read(request, isPacked, cost), form), headers });
  }

  /** @throws Problem */
  private async read(
    request: IncomingMessage,
    isPacked: boolean,
    { asker, place, meter, gone }: BodyCost,
  ): Promise<Buffer> {
    const sent = await readBody(request);
    place.resize(sent.length);
    await meter.take({ bytes: sent.length });
    if (!isPacked) return sent;
    const leave = await this.unpacking.enter(asker, gone);
    try {
      place.resize(sent.length + MAX_UNPACKED_BYTES);
      const body = await unpackGzip(sent).catch((error: unknown) => {
        meter.count(MAX_UNPACKED_BYTES);
        throw error;
      });
      place.resize(body.length);
      await meter.take({ bytes: Math.max(0, body.length - sent.length) });
      return body;
    } finally {
      leave();
    }
  }
}
