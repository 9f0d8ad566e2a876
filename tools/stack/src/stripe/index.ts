import { startStripe as startStandIn, type LocalStripe, type StripeOptions } from '@portico/stripe-stand-in';
import { LOGO_PATH } from '../logo.ts';
import { OFFERS } from './offers.ts';

/** @throws Error with code EADDRINUSE when the port is in use. */
export const startStripe = (options: Omit<StripeOptions, 'offers' | 'logo'>): Promise<LocalStripe> =>
  startStandIn({ productName: 'Portico', ...options, offers: OFFERS, logo: LOGO_PATH });
