import { Barcode } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from '@portico/ui';

export const BarCoding = ({ children }: { children?: ReactNode }) => (
  <EmptyState
    isFramed
    level={1}
    icon={Barcode}
    title="You do not have a barcoding app"
    text="The barcode product includes the app."
  >
    {children}
  </EmptyState>
);
