import type { Acl, ResourceType } from './acl.ts';
import { WILDCARD } from './acl.ts';

/** ACLs of one resource type by name. */
interface Section {
  readonly all: Acl[];
  readonly literal: Map<string, Acl[]>;
  readonly prefixed: Map<string, Acl[]>;
  /** Lengths of the prefixes. Finding every prefix of a name takes one look-up for each length. */
  readonly prefixLengths: Set<number>;
}

function add(map: Map<string, Acl[]>, acl: Acl): void {
  const found = map.get(acl.resourceName);
  if (found === undefined) map.set(acl.resourceName, [acl]);
  else found.push(acl);
}

/** Finds the ACLs for a resource without a scan. Rebuilt after each change. */
export class AclIndex {
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
