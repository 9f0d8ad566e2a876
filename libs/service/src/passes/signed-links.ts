import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { CONFIG } from '../config.ts';
import { Problem } from '../http/problem.ts';
import { PassConfig, Passes } from './passes.ts';

/** Settings of services that issue links. */
export const LinkConfig = z.object({
  ...PassConfig.shape,
  /** Public URL of the API, with which links begin. The Host header of a request is not used, because it is not trusted. */
  API_URL: z.url(),
});
export type LinkConfig = z.infer<typeof LinkConfig>;

/** Lifetime of a link in seconds. */
const LIFETIME = 5 * 60;

/** Issues links to files that need no token, for direct downloads in a browser. */
@Injectable()
export class SignedLinks {
  constructor(
    @Inject(CONFIG) private readonly config: LinkConfig,
    private readonly passes: Passes,
  ) {}

  /** Returns a link to `path` of the public API, with a pass in the query parameter `pass`. */
  async issue(path: `/${string}`): Promise<string> {
    const link = new URL(path.slice(1), this.config.API_URL.replace(/\/?$/, '/'));
    link.searchParams.set('pass', await this.passes.issue(purposeOf(path), LIFETIME));
    return link.href;
  }

  /** @throws Problem `forbidden` unless the pass was issued for this path within the last five minutes. */
  async check(path: `/${string}`, pass: string): Promise<void> {
    if ((await this.passes.check(purposeOf(path), pass)) === null)
      throw Problem.forbidden('This link is not valid any more. Please generate a new one.');
  }
}

const purposeOf = (path: string): string => `GET ${path}`;
