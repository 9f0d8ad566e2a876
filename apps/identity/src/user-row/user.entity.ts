import { defineEntity, p } from '@mikro-orm/core';
import type { UserState } from '@portico/contracts/events/identity';
import { USERTYPES } from '@portico/contracts/common/roles';
import { EMAIL_CHANGE_DAYS } from '@portico/contracts/http/email-changes';
import type { User as UserRow } from '@portico/contracts/http/identity';
import { searchIndex, searchText } from '@portico/postgres';

const UserSchema = defineEntity({
  name: 'User',
  tableName: 'users',
  properties: {
    id: p.integer().primary().autoincrement(),
    name: p.text(),
    email: p.text().unique('users_email_unique'),
    phone: p.text().nullable(),
    addressLine1: p.text().nullable().fieldName('address_line1'),
    addressLine2: p.text().nullable().fieldName('address_line2'),
    city: p.text().nullable(),
    state: p.text().nullable(),
    zipCode: p.integer().nullable(),
    country: p.text().nullable(),
    description: p.text().nullable(),
    categories: p.text().nullable(),
    usertype: p.enum(USERTYPES),
    /** Incremented with each change, so that other services can order the user's states. */
    version: p.integer().default(1),
    /** The version that last changed e-mail or user type. Tokens signed for an older version are rejected. */
    accessVersion: p.integer().default(1),
    /** When the user last changed from an administrator to another type; null if that never happened. */
    wasAdminAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    searchText: p.text().collation('C').generated(searchText('name', 'email')).lazy().nullable(),
  },
  indexes: [{ name: 'users_search_index', expression: searchIndex('users') }],
});

const ADMINS: readonly UserRow['usertype'][] = ['ADMIN', 'SUPER_ADMIN'];

export class User extends UserSchema.class {
  /**
   * Whether only super admins may change how this user signs on. True for an administrator, and for EMAIL_CHANGE_DAYS days after an
   * administrator has changed to another type.
   */
  isProtected(): boolean {
    const end = (this.wasAdminAt?.getTime() ?? 0) + EMAIL_CHANGE_DAYS * 24 * 60 * 60 * 1_000;
    return ADMINS.includes(this.usertype) || end > Date.now();
  }

  /** @param extra fields for responses with users, which responses with sessions omit */
  toRow(extra: Partial<UserRow> = {}): UserRow {
    return {
      id: this.id,
      name: this.name,
      email: this.email,
      ...extra,
      phone: this.phone ?? null,
      addressLine1: this.addressLine1 ?? null,
      addressLine2: this.addressLine2 ?? null,
      city: this.city ?? null,
      state: this.state ?? null,
      zipCode: this.zipCode ?? null,
      country: this.country ?? null,
      description: this.description ?? null,
      categories: this.categories ?? null,
      usertype: this.usertype,
      createdAt: this.createdAt.toISOString(),
    };
  }

  toState(): UserState {
    const { id, version, accessVersion, name, email, usertype } = this;
    return { id, version, accessVersion, name, email, usertype, deletedAt: null };
  }

  /** The last state, without personal data. It stays in a compacted topic, and other services overwrite their copies with it. */
  toDeletedState(deletedAt: Date): UserState {
    return { ...this.toState(), name: '', email: '', deletedAt: deletedAt.toISOString() };
  }
}
UserSchema.setClass(User);
