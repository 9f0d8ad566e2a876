import { join } from 'node:path';
import { readFileIfPresent, writeFileAtomic } from '../storage/atomic-file.ts';
import { StartError } from '../storage/data-folder.ts';
import { type Acl, type NewAcl, aclKey, readAcl, type ResourceType, WILDCARD } from './acl.ts';
import { type AclFilter, matches } from './acl-filter.ts';

interface Section {
  readonly all: Acl[];
  readonly literal: Map<string, Acl[]>;
  readonly prefixed: Map<string, Acl[]>;
  /** Lengths of the prefixes in ACLs. To find the prefixes that match a name, the index does one look-up for each length. */
  readonly prefixLengths: Set<number>;
}

function add(map: Map<string, Acl[]>, acl: Acl): void {
  const found = map.get(acl.resourceName);
  if (found === undefined) map.set(acl.resourceName, [acl]);
  else found.push(acl);
}

/** Finds the ACLs for a resource without a scan. Rebuilt after each change. */
class AclIndex {
  private readonly sections = new Map<ResourceType, Section>();

  constructor(acls: Iterable<Acl>) {
    for (const acl of acls) {
      const section = this.section(acl.resourceType);
      section.all.push(acl);
      if (acl.patternType === 'LITERAL') add(section.literal, acl);
      else {
        add(section.prefixed, acl);
        section.prefixLengths.add(acl.resourceName.length);
      }
    }
  }

  private section(type: ResourceType): Section {
    const found = this.sections.get(type);
    if (found !== undefined) return found;
    const section = { all: [], literal: new Map(), prefixed: new Map(), prefixLengths: new Set<number>() };
    this.sections.set(type, section);
    return section;
  }

  ofType(type: ResourceType): readonly Acl[] {
    return this.sections.get(type)?.all ?? [];
  }

  concerning(type: ResourceType, name: string): Acl[] {
    const section = this.sections.get(type);
    if (section === undefined) return [];
    const { literal, prefixed, prefixLengths } = section;
    const found = [...(literal.get(name) ?? []), ...(name === WILDCARD ? [] : (literal.get(WILDCARD) ?? []))];
    for (const length of prefixLengths) {
      if (length <= name.length) found.push(...(prefixed.get(name.slice(0, length)) ?? []));
    }
    return found;
  }
}

const FORMAT = 1;

/**
 * The ACLs of a data folder. A change replaces the whole file `acls.json`, which is on disk before the broker acknowledges the change. An
 * unreadable file prevents the start, because the broker would otherwise allow or deny the wrong requests.
 */
export class AclStore {
  /** Increases with every change and invalidates cached decisions. */
  version = 0;
  private readonly path: string;
  private byKey: ReadonlyMap<string, Acl>;
  private index: AclIndex;

  /** @param initial the ACLs of a new folder. @throws StartError if the stored ACLs are unreadable or invalid. */
  constructor(folder: string, initial: readonly NewAcl[]) {
    this.path = join(folder, 'acls.json');
    const bytes = readFileIfPresent(this.path);
    const acls = bytes === undefined ? readAll(initial, 'authorizer.acls') : this.parse(bytes);
    this.byKey = new Map(acls.map((acl) => [aclKey(acl), acl]));
    this.index = new AclIndex(this.byKey.values());
    if (bytes === undefined) this.write(this.byKey);
  }

  private parse(bytes: Buffer): Acl[] {
    const stored = parseJson(bytes);
    if (stored?.format !== FORMAT || !Array.isArray(stored.acls)) {
      const text = 'is not a file of ACLs that this broker can read, so the broker cannot authorize clients';
      throw new StartError(`${this.path} ${text}: restore it from a copy, or delete it to begin without ACLs`);
    }
    return readAll(stored.acls, this.path);
  }

  private write(acls: ReadonlyMap<string, Acl>): void {
    writeFileAtomic(this.path, JSON.stringify({ format: FORMAT, acls: [...acls.values()] }, null, 1), true);
  }

  /** Replaces all ACLs. If writing fails, throws the file system's error and leaves the ACLs unchanged. */
  private replace(acls: ReadonlyMap<string, Acl>): void {
    this.write(acls);
    this.byKey = acls;
    this.index = new AclIndex(acls.values());
    this.version++;
  }

  add(acls: readonly Acl[]): void {
    const added = new Map(this.byKey);
    for (const acl of acls) added.set(aclKey(acl), acl);
    if (added.size > this.byKey.size) this.replace(added);
  }

  /** @returns the deleted ACLs for each filter. */
  delete(filters: readonly AclFilter[]): Acl[][] {
    const meant = filters.map((filter) => this.find(filter));
    const left = new Map(this.byKey);
    for (const acl of meant.flat()) left.delete(aclKey(acl));
    if (left.size < this.byKey.size) this.replace(left);
    return meant;
  }

  find(filter: AclFilter): Acl[] {
    return [...this.byKey.values()].filter((acl) => matches(filter, acl));
  }

  ofType(type: Acl['resourceType']): readonly Acl[] {
    return this.index.ofType(type);
  }

  concerning(type: Acl['resourceType'], name: string): Acl[] {
    return this.index.concerning(type, name);
  }
}

function parseJson(bytes: Buffer): { format?: unknown; acls?: unknown } | null {
  try {
    return JSON.parse(bytes.toString('utf8')) as ReturnType<typeof parseJson>;
  } catch {
    return null;
  }
}

function readAll(values: readonly unknown[], where: string): Acl[] {
  return values.map((value, at) => {
    try {
      return readAcl(value);
    } catch (error) {
      throw new StartError(`${where}: entry ${at + 1}: ${error instanceof Error ? error.message : String(error)}`);
    }
  });
}
