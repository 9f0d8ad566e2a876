import { Injectable } from '@nestjs/common';

/**
 * Whether this process can serve: its state is loaded. Nothing here calls another
 * process: an unavailable dependency is unavailable for every process, and taking all of them out of rotation turns its
 * outage into the product's ({@link Dependencies} reports those).
 */
@Injectable()
export class Readiness {
  private readonly conditions = new Map<string, { isMet: () => boolean; otherwise: string }>();

  /** `otherwise` is shown to everyone who can reach the port. */
  add(name: string, isMet: () => boolean, otherwise: string): void {
    this.conditions.set(name, { isMet, otherwise });
  }

  /** Reasons by name of everything that is missing; empty when the process is ready. */
  missing(): Record<string, string> {
    const missing = [...this.conditions].filter(([, { isMet }]) => !isMet());
    return Object.fromEntries(missing.map(([name, { otherwise }]) => [name, otherwise]));
  }
}
