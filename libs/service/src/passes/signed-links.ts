import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { CONFIG } from '../config.ts';
import { Problem } from '../http/problem.ts';
import { PassConfig, Passes } from './passes.ts';

/** For services that give out links. */
export const LinkConfig = z.object({
  ...PassConfig.shape,
  /** Where people reach the API from outside; links begin with it. What a request calls its host is not believed. */
  API_URL: z.url(),
});
export type LinkConfig = z.infer<typeof LinkConfig>;

/** Seconds that a link works. */
const LIFETIME = 5 * 60;

/** Links to files that work without a token, for a browser that opens them directly. */
@Injectable()
export class SignedLinks {
  constructor(
    @Inject(CONFIG) private readonly config: LinkConfig,
    private readonly passes: Passes,
  ) {}

  /** A link to `path` of the public API; it carries its pass in the query parameter `pass`. */
  async issue(path: `/${string}`): Promise<string> {
    const link = new URL(path.slice(1), this.config.API_URL.replace(/\/?$/, '/'));
    link.searchParams.set('pass', await this.passes.issue(purposeOf(path), LIFETIME));
    return link.href;
  }

  /** @throws Problem `forbidden` unless the pass was given out for this path, less than five minutes ago. */
  async check(path: `/${string}`, pass: string): Promise<void> {
    if ((await this.passes.check(purposeOf(path), pass)) === null)
      throw Problem.forbidden('This link is not valid any more. Please generate a new one.');
  }
}

const purposeOf = (path: string): string => `GET ${path}`;
