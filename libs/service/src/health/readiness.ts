import { Injectable } from '@nestjs/common';

/**
 * Whether this process can serve because its state is loaded. It never checks other processes: an unavailable dependency is
 * unavailable to every process, and taking all of them out of rotation would turn that outage into the product's ({@link
 * Dependencies} reports it).
 */
@Injectable()
export class Readiness {
  private readonly conditions = new Map<string, { isMet: () => boolean; otherwise: string }>();

  /** `otherwise` is visible to everyone who can reach the port. */
  add(name: string, isMet: () => boolean, otherwise: string): void {
    this.conditions.set(name, { isMet, otherwise });
  }

  /** What is missing, by name, with the reason; empty when the process is ready. */
  missing(): Record<string, string> {
    const missing = [...this.conditions].filter(([, { isMet }]) => !isMet());
    return Object.fromEntries(missing.map(([name, { otherwise }]) => [name, otherwise]));
  }
}
