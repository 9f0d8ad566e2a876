import { Injectable } from '@nestjs/common';

/**
 * Whether this process has loaded its state and can serve. Does not check dependencies, which {@link Dependencies} reports: an
 * unavailable dependency affects all processes, and a load balancer that removes all processes would turn the outage into an outage
 * of the whole product.
 */
@Injectable()
export class Readiness {
  private readonly conditions = new Map<string, { isMet: () => boolean; otherwise: string }>();

  /** @param otherwise - reason while the condition is not met. Visible to everyone who can reach the port. */
  add(name: string, isMet: () => boolean, otherwise: string): void {
    this.conditions.set(name, { isMet, otherwise });
  }

  /** Returns the reasons of the unmet conditions by name; empty when the process is ready. */
  missing(): Record<string, string> {
    const missing = [...this.conditions].filter(([, { isMet }]) => !isMet());
    return Object.fromEntries(missing.map(([name, { otherwise }]) => [name, otherwise]));
  }
}
