import { useSyncExternalStore } from 'react';
import type { Config } from '@portico/contracts/http/identity';
import { useServices } from './services-context.ts';

/** Throws if the page has not loaded the settings. */
export const useConfig = (): Config => {
  const { config } = useServices();
  const current = useSyncExternalStore(config.subscribe, config.current);
  if (current === null) throw new Error('A page is shown before the settings are loaded');
  return current;
};
