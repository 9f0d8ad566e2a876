import type { LucideProps } from 'lucide-react';
import type { ComponentType } from 'react';

export type PaletteEntry = {
  /** An id that is unique in the palette. */
  id: string;
  text: string;
  /** Text next to `text` that distinguishes entries with the same name. */
  note?: string;
  icon?: ComponentType<LucideProps>;
  /** Keyboard shortcut of the entry. */
  keys?: readonly string[];
  onAction: () => void;
};

export type PaletteGroup = { title: string; entries: readonly PaletteEntry[] };
