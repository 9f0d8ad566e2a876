import type { OrganizationSummary } from '@portico/contracts/http/memberships';
import { SELECTION_KEY } from './selected-organizations.ts';

/* The organization that the viewer pays for or manages, on screens that show only one organization. The browser stores the choice next
   to the selected organizations, so that the choice survives the payment provider's pages. Logout removes the choice. */

const KEY = `${SELECTION_KEY}_chosen`;

const listeners = new Set<() => void>();
let read: { text: string | null; organization: OrganizationSummary | null } = { text: null, organization: null };

const parse = (text: string | null): OrganizationSummary | null => {
  try {
    const stored: unknown = JSON.parse(text ?? 'null');
    if (typeof stored !== 'object' || stored === null || !('id' in stored && 'name' in stored)) return null;
    const { id, name } = stored;
    return typeof id === 'number' && typeof name === 'string' ? { id, name } : null;
  } catch {
    return null;
  }
};

/** Returns the chosen organization: the same object until the choice changes. */
export const chosenOrganization = (): OrganizationSummary | null => {
  const text = window.localStorage.getItem(KEY);
  if (text !== read.text) read = { text, organization: parse(text) };
  return read.organization;
};

export const chooseOrganization = ({ id, name }: OrganizationSummary): void => {
  window.localStorage.setItem(KEY, JSON.stringify({ id, name }));
  for (const listener of listeners) listener();
};

/** Calls `listener` for every change in any tab. Returns a function that unsubscribes. */
export const onChoice = (listener: () => void): (() => void) => {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
};
