import { Inject, Injectable, Logger } from '@nestjs/common';
import type { BotCheckPassed } from '@portico/contracts/http/identity';
import { CONFIG, Problem } from '@portico/service';
import { z } from 'zod';
import { type IdentityConfig, recaptchaOf } from '../config.ts';
import { Proofs } from './proofs.ts';

/** A score must be above this value. The provider returns scores from 0 (bot) to 1 (person). */
const THRESHOLD = 0.8;
/** Timeout of a request to the provider, in milliseconds. */
const TIMEOUT = 5_000;
/** The provider's error codes for a wrong configuration of Portico. */
const OUR_FAULTS = ['missing-input-secret', 'invalid-input-secret', 'bad-request', 'invalid-keys'];

const Verdict = z.object({
  success: z.boolean(),
  score: z.number().optional(),
  'error-codes': z.array(z.string()).default([]),
});
type Verdict = z.infer<typeof Verdict>;

@Injectable()
export class BotCheckService {
  private readonly logger = new Logger(BotCheckService.name);

  constructor(
    @Inject(CONFIG) private readonly config: IdentityConfig,
    private readonly proofs: Proofs,
  ) {}

  /** @throws Problem `bot_check_failed` for a rejected token, `unavailable` without a response from the provider. */
  async check(token: string): Promise<BotCheckPassed> {
    const { success, score = 0 } = await this.verdict(token);
    if (!success || !(score > THRESHOLD)) {
      this.logger.log({ success, score }, 'bot check failed');
      throw new Problem('bot_check_failed', 'Unable to verify. Please try again.');
    }
    return { success, score, proof: await this.proofs.issue() };
  }

  private async verdict(token: string): Promise<Verdict> {
    const recaptcha = recaptchaOf(this.config);
    if (!recaptcha) throw Problem.unavailable('The bot check', new Error('no RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET'));
    try {
      const response = await fetch(recaptcha.verifyUrl, {
        method: 'POST',
        body: new URLSearchParams({ secret: recaptcha.secret, response: token }),
        signal: AbortSignal.timeout(TIMEOUT),
      });
      if (!response.ok) throw new Error(`the bot check's provider answered ${response.status}`);
      const verdict = Verdict.parse(await response.json());
      const ours = verdict['error-codes'].filter((code) => OUR_FAULTS.includes(code));
      if (ours.length > 0) throw new Error(`the bot check's provider refuses us: ${ours.join(', ')}`);
      return verdict;
    } catch (error) {
      throw Problem.unavailable('The bot check', error);
    }
  }
}
