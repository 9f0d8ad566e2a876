import { createContext, type RefObject } from 'react';
import type { MenuPlacement } from './menu-group.ts';

/** The data that a button provides to its open menu. */
export const OpenMenu = createContext<{
  label: string;
  placement: MenuPlacement;
  triggerRef: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
} | null>(null);
