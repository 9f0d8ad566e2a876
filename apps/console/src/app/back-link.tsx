import { createLink } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { ComponentProps } from 'react';
import { buttonClass, Icon } from '@portico/ui';

/** A link to the list that contains the shown row. */
export const BackLink = createLink(({ children, ...props }: ComponentProps<'a'>) => (
  <a {...props} className={buttonClass({ variant: 'secondary' })}>
    <Icon of={ArrowLeft} />
    {children}
  </a>
));
