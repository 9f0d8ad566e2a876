/** Stripe's test card that succeeds. DECLINED_CARD is Stripe's test card that is declined. */
export const GOOD_CARD = '4242 4242 4242 4242';
export const DECLINED_CARD = '4000 0000 0000 0002';

export type CardFault = { field: 'card' | 'expiry' | 'cvc'; message: string };
export type Card = { number: string; expiry: string; cvc: string };

export const suggestedCard = (): Card => ({
  number: GOOD_CARD,
  expiry: `12 / ${String((new Date().getFullYear() + 2) % 100).padStart(2, '0')}`,
  cvc: '123',
});

const digits = (text: string): string => text.replaceAll(/\D/g, '');

const isFuture = (expiry: string): boolean => {
  const [, month, year] = /^\s*(\d{1,2})\s*\/\s*(\d{2})\s*$/.exec(expiry) ?? [];
  if (!month || !year || Number(month) < 1 || Number(month) > 12) return false;
  return new Date(2000 + Number(year), Number(month)) > new Date();
};

/** The fault of a card, in the words of Stripe's page; undefined for the card that succeeds. */
export const cardFault = ({ number, expiry, cvc }: Card): CardFault | undefined => {
  const known = [GOOD_CARD, DECLINED_CARD].map(digits);
  if (!known.includes(digits(number)))
    return { field: 'card', message: 'This is none of the test cards. Never type a real one here.' };
  if (!isFuture(expiry))
    return { field: 'expiry', message: "Your card's expiration date is in the past or unreadable." };
  if (!/^\d{3,4}$/.test(cvc.trim())) return { field: 'cvc', message: "Your card's security code is incomplete." };
  if (digits(number) === digits(DECLINED_CARD)) return { field: 'card', message: 'Your card was declined.' };
  return undefined;
};

export const isDeclined = (card: Card): boolean => cardFault(card)?.message === 'Your card was declined.';
