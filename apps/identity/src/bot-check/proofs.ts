import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type Pass, Passes, Problem } from '@portico/service';
import { useOnce } from './used-proof.entity.ts';

/** Seconds after the check within which a form must be sent. */
const LIFETIME = 5 * 60;
const PURPOSE = 'bot check';

const required = (): Problem =>
  new Problem('bot_check_required', 'Please confirm that you are not a robot, and send the form again.');

/** Proof of a passed bot check: permits one public form for a short time. */
@Injectable()
export class Proofs {
  constructor(private readonly passes: Passes) {}

  issue(): Promise<string> {
    return this.passes.issue(PURPOSE, LIFETIME);
  }

  /** @throws Problem `bot_check_required` if it is missing, forged or expired. */
  async check(proof: string | undefined): Promise<Pass> {
    const pass = proof === undefined ? null : await this.passes.check(PURPOSE, proof);
    if (!pass) throw required();
    return pass;
  }

  /**
   * Consumes a proof in the caller's transaction.
   * @throws Problem `bot_check_required` if it was used before.
   */
  async use(em: EntityManager, { id, expiresAt }: Pass): Promise<void> {
    if (!(await useOnce(em, id, expiresAt))) throw required();
  }
}
