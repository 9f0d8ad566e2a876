import type { LucideProps } from 'lucide-react';
import type { ComponentType } from 'react';

export type MenuEntry = { id: string; text: string; icon?: ComponentType<LucideProps> };

export type MenuGroup = {
  /** Heading of the group. */
  title?: string;
  entries: readonly MenuEntry[];
  /** If set, one entry of the group is selected (or none, for null) and marked. */
  selected?: string | null;
  onAction: (id: string) => void;
};

export type MenuPlacement = 'bottom start' | 'bottom end' | 'top start';
