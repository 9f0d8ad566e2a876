import { KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from '@portico/ui';
import { Title } from './title.tsx';
import { useConfig } from './use-config.ts';

export const Configured = ({ children }: { children: ReactNode }) => {
  const { identityProvider } = useConfig();
  if (identityProvider !== null) return children;
  return (
    <main>
      <Title />
      <EmptyState icon={KeyRound} tone="danger" level={1} title="Invalid Auth0 Settings" />
    </main>
  );
};
