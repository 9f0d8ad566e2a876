import type { LucideProps } from 'lucide-react';
import type { ComponentType } from 'react';

export type MenuEntry = { id: string; text: string; icon?: ComponentType<LucideProps> };

export type MenuGroup = {
  title?: string;
  entries: readonly MenuEntry[];
  /** Id of the selected entry, which is marked; null if no entry is selected. Undefined for a group without selection. */
  selected?: string | null;
  onAction: (id: string) => void;
};

export type MenuPlacement = 'bottom start' | 'bottom end' | 'top start';
