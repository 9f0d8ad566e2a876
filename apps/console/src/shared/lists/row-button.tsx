import type { ComponentProps } from 'react';
import { Button } from '@portico/ui';

type RowButtonProps = Omit<ComponentProps<typeof Button>, 'children' | 'size' | 'aria-label'> & {
  text: string;
  /** Completes the accessible name after `text`, because the buttons of all rows have the same text. */
  target: string;
};

/** A small button in a row of a list, such as 'Remove' with the accessible name 'Remove ada@acme.test'. */
export const RowButton = ({ text, target, variant = 'secondary', ...props }: RowButtonProps) => (
  <Button {...props} variant={variant} size="sm" aria-label={`${text} ${target}`}>
    {text}
  </Button>
);
