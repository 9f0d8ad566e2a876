import type { ViewerRole, Redaction } from '@portico/contracts/privacy/rules';
import type { PrivacyRules } from '@portico/service';

/** The redactions that privacy rules apply for a viewer, by organization. `key`: equal for viewers with the same view. */
export type View = { key: string; redactions: ReadonlyMap<number, Redaction> };

export const EVERYTHING: View = { key: '', redactions: new Map() };

/** @param roleIn - the viewer's role in an organization. */
export function viewIn(
  organizations: Iterable<number>,
  roleIn: (organization: number) => ViewerRole,
  rules: PrivacyRules,
): View {
  const redactions = new Map<number, Redaction>();
  for (const organization of organizations) {
    const redaction = rules.redactionFor(organization, roleIn(organization));
    if (redaction) redactions.set(organization, redaction);
  }
  if (redactions.size === 0) return EVERYTHING;
  const named = [...redactions].map(([organization, redaction]) => [organization, rules.nameOf(redaction)] as const);
  const key = named
    .toSorted(([a], [b]) => a - b)
    .map((one) => one.join(':'))
    .join();
  return { key, redactions };
}

/** The organizations whose redaction satisfies `isHidden`; by default, all organizations with a redaction. */
export const organizationsWhere = (
  { redactions }: View,
  isHidden: (redaction: Redaction) => boolean = () => true,
): ReadonlySet<number> =>
  new Set([...redactions].filter(([, redaction]) => isHidden(redaction)).map(([organization]) => organization));

/** Administrators count as managers of every organization. */
export const isManaging = (role: ViewerRole): boolean => role === 'manager' || role === 'admin';
