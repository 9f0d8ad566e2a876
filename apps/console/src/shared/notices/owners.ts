import type { Owned, OwnerKind } from '@portico/contracts/common/owners';
import { responsibleText } from '../responsible/needs-owner.tsx';

/** An owner for whom the viewer may create channels and rules. */
export type OwnerChoice = { id: string; text: string; owner: OwnerKind; organizationId: number | null };

export const OWN_CHOICE: OwnerChoice = { id: 'user', text: 'Me', owner: 'user', organizationId: null };

/** @param managed organizations whose channels and rules the viewer may change */
export const ownersFor = (managed: readonly { id: number; name: string }[], isAdmin: boolean): OwnerChoice[] => [
  OWN_CHOICE,
  ...managed.map(({ id, name }) => ({
    id: `organization ${id}`,
    text: name,
    owner: 'organization' as const,
    organizationId: id,
  })),
  ...(isAdmin ? [{ id: 'product', text: 'All administrators', owner: 'product' as const, organizationId: null }] : []),
];

type OwnerRef = { owner: OwnerKind; organizationId: number | null };

export const isOf = (owned: OwnerRef, { owner, organizationId }: OwnerRef): boolean =>
  owned.owner === owner && owned.organizationId === organizationId;

/** Empty for the viewer's own channels and rules. */
export const responsibleOf = ({ owner, responsible }: Pick<Owned, 'owner' | 'responsible'>): string[] =>
  owner === 'user' ? [] : [responsibleText(responsible)];

export const ownerText = ({ owner, organization }: { owner: OwnerKind; organization: string | null }): string => {
  if (owner === 'user') return 'Yours';
  return owner === 'product' ? 'All administrators' : (organization ?? 'An organization');
};
