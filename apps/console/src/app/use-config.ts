import { useSyncExternalStore } from 'react';
import type { Config } from '@portico/contracts/http/identity';
import { useServices } from './services-context.ts';

/** The settings, on a page that has loaded them. */
export const useConfig = (): Config => {
  const { config } = useServices();
  const current = useSyncExternalStore(config.subscribe, config.current);
  if (current === null) throw new Error('A page is shown before the settings are loaded');
  return current;
};
