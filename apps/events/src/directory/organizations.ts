import type { OrganizationState } from '@portico/contracts/events/orgs';
import { AUDIT_DAYS } from '@portico/contracts/http/audit';
import type { Pattern } from '../text/pattern.ts';
import { NameIndex } from './name-index.ts';

/** Organizations by id and by name, including deleted organizations. */
export class Organizations {
  private readonly states = new Map<number, OrganizationState>();
  private readonly names = new NameIndex();

  /** @returns whether the organization's name changed. */
  apply(state: OrganizationState): boolean {
    const before = this.states.get(state.id)?.name;
    this.names.rename(state.id, before, state.name);
    this.states.set(state.id, state);
    return before !== state.name;
  }

  ids(): Iterable<number> {
    return this.states.keys();
  }

  nameOf(id: number): string | null {
    return this.states.get(id)?.name ?? null;
  }

  whose(names: Pattern): ReadonlySet<number> {
    return this.names.whose(names);
  }

  isErased(id: number | null): boolean {
    return id !== null && this.states.get(id)?.erased === true;
  }

  /** The retention of the organization's audit log in days. */
  auditDaysOf(id: number): number {
    return this.states.get(id)?.auditDays ?? AUDIT_DAYS;
  }
}
