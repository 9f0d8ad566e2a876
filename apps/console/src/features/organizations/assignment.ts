import type { AssignedUsers, UsersAssignment } from '@portico/contracts/http/orgs';

/** A user in the list of assigned users, saved or not. */
export type AssignedUser = { id: number; email: string; name: string; approved: boolean };
/** Unsaved decisions by user id. Null means that the user was removed. */
export type Edits = ReadonlyMap<number, AssignedUser | null>;

const assignedUsers = ({ userOrganizations }: AssignedUsers): AssignedUser[] =>
  userOrganizations.map(({ userId, approved, user }) => ({
    id: userId,
    email: user?.email ?? `User ${userId}`,
    name: user?.name ?? '',
    approved,
  }));

/** Returns the saved list with the unsaved decisions applied. Added users come first, so that they are visible. */
export const withEdits = (saved: AssignedUsers, edits: Edits): AssignedUser[] => {
  const before = assignedUsers(saved);
  const known = new Set(before.map(({ id }) => id));
  const added = [...edits.values()].filter((user) => user !== null && !known.has(user.id));
  const remaining = before.map((user) => (edits.has(user.id) ? (edits.get(user.id) ?? null) : user));
  return [...added.toReversed(), ...remaining].filter((user) => user !== null);
};

export const isEdited = (saved: AssignedUsers, edits: Edits): boolean => {
  const before = new Map(saved.userOrganizations.map(({ userId, approved }) => [userId, approved]));
  return [...edits].some(([id, user]) => before.get(id) !== user?.approved);
};

/** Whether saving would remove the last manager of an organization. */
export const endsManagement = ({ userOrganizations }: AssignedUsers, edits: Edits): boolean => {
  const managers = userOrganizations.filter(({ approved, role }) => approved && role === 'manager');
  const isEnded = (id: number): boolean => edits.has(id) && edits.get(id)?.approved !== true;
  return managers.length > 0 && managers.every(({ userId }) => isEnded(userId));
};

/** The request that saves the whole list, with the version of the list that was edited. */
export const assignmentOf = (organizationId: number, saved: AssignedUsers, edits: Edits): UsersAssignment => ({
  organizationId,
  users: withEdits(saved, edits).map(({ id, approved }) => ({ id, approved })),
  version: saved.membersVersion,
});
