import type { LucideProps } from 'lucide-react';
import type { ComponentType } from 'react';

export type PaletteEntry = {
  id: string;
  text: string;
  /** Text next to `text` that distinguishes entries with the same name. */
  note?: string;
  icon?: ComponentType<LucideProps>;
  keys?: readonly string[];
  onAction: () => void;
};

export type PaletteGroup = { title: string; entries: readonly PaletteEntry[] };
