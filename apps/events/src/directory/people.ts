import type { UserState } from '@portico/contracts/events/identity';

export class People {
  readonly deleted = new Set<number>();
  private readonly emails = new Map<number, string>();

  apply({ id, email, deletedAt }: Pick<UserState, 'id' | 'email' | 'deletedAt'>): void {
    if (deletedAt === null) this.emails.set(id, email);
    else {
      this.emails.delete(id);
      this.deleted.add(id);
    }
  }

  emailOf(id: number): string | undefined {
    return this.emails.get(id);
  }
}
