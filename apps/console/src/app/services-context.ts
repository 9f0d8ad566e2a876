import { createContext, useContext } from 'react';
import type { Services } from './services.ts';

/** The services as a context, for components outside routes: the front page renders without the router. */
export const ServicesContext = createContext<Services | null>(null);

export const useServices = (): Services => {
  const services = useContext(ServicesContext);
  if (services === null) throw new Error('This component must be inside the services provider');
  return services;
};
