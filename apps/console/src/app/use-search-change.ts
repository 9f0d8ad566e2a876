import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';

/** Paths of screens that keep their filters in the URL. */
type Path =
  | '/admin'
  | '/admin/integrations'
  | '/admin/organizations'
  | '/admin/users'
  | '/audit'
  | '/billing'
  | '/connect'
  | '/dashboard'
  | '/dead-letters'
  | '/episodes'
  | '/rejected';

/** Returns a stable function that replaces the URL parameters of the screen at `to`, and keeps the scroll position. */
export const useSearchChange = (to: Path) => {
  const navigate = useNavigate();
  return useCallback(
    (search: object, options?: { replace: boolean }) => void navigate({ to, search, resetScroll: false, ...options }),
    [navigate, to],
  );
};
