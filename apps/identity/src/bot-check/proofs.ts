import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type Pass, Passes, Problem } from '@portico/service';
import { useOnce } from './used-proof.entity.ts';

/** Seconds within which a form must be sent after the bot check. */
const LIFETIME = 5 * 60;
const PURPOSE = 'bot check';

const required = (): Problem =>
  new Problem('bot_check_required', 'Please confirm that you are not a robot, and send the form again.');

/** Proofs of passed bot checks. A proof permits one public form within {@link LIFETIME} seconds. */
@Injectable()
export class Proofs {
  constructor(private readonly passes: Passes) {}

  issue(): Promise<string> {
    return this.passes.issue(PURPOSE, LIFETIME);
  }

  /** @throws Problem `bot_check_required` if the proof is missing, forged or expired. */
  async check(proof: string | undefined): Promise<Pass> {
    const pass = proof === undefined ? null : await this.passes.check(PURPOSE, proof);
    if (!pass) throw required();
    return pass;
  }

  /**
   * Consumes a proof in the caller's transaction.
   * @throws Problem `bot_check_required` if the proof was used before.
   */
  async use(em: EntityManager, { id, expiresAt }: Pass): Promise<void> {
    if (!(await useOnce(em, id, expiresAt))) throw required();
  }
}
