import type { LucideProps } from 'lucide-react';
import type { ComponentType } from 'react';

export type PaletteEntry = {
  /** Unique in the palette. */
  id: string;
  text: string;
  /** Stands beside the text, to tell two of the same name apart. */
  note?: string;
  icon?: ComponentType<LucideProps>;
  /** What is typed for the same, without the palette. */
  keys?: readonly string[];
  onAction: () => void;
};

export type PaletteGroup = { title: string; entries: readonly PaletteEntry[] };
