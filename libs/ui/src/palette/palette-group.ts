import type { LucideProps } from 'lucide-react';
import type { ComponentType } from 'react';

export type PaletteEntry = {
  /** Unique in the palette. */
  id: string;
  text: string;
  /** Appears next to the text, to distinguish entries with the same name. */
  note?: string;
  icon?: ComponentType<LucideProps>;
  /** Keyboard shortcut of the entry. */
  keys?: readonly string[];
  onAction: () => void;
};

export type PaletteGroup = { title: string; entries: readonly PaletteEntry[] };
