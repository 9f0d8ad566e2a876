import type { LucideProps } from 'lucide-react';
import type { ComponentType } from 'react';

const SIZES = { sm: 14, md: 16, lg: 20, xl: 28 };

type IconSize = keyof typeof SIZES;

/** A decorative icon, hidden from screen readers. Use it next to text, or in a control with an accessible name. */
export const Icon = ({ of: Picture, size = 'md' }: { of: ComponentType<LucideProps>; size?: IconSize }) => (
  <Picture aria-hidden size={SIZES[size]} strokeWidth={size === 'xl' ? 1.5 : 2} focusable={false} />
);
