import {
  LETTER_SERVICES,
  LETTER_STATES,
  type LetterService,
  type LetterState,
} from '@portico/contracts/http/dead-letters';
import { wholeNumber } from '../../shared/lists/whole-number.ts';

/** What the screen keeps in the URL: absent are every service, letters that wait, and the first page. */
export type LettersSearch = {
  service?: LetterService | undefined;
  state?: LetterState | 'all' | undefined;
  page?: number | undefined;
};

/** Reads an address. A value that makes no sense counts as absent. */
export const readLettersSearch = ({ service, state, page }: Record<string, unknown>): LettersSearch => ({
  service: LETTER_SERVICES.find((one) => one === service),
  state: ([...LETTER_STATES, 'all'] as const).find((one) => one === state),
  page: wholeNumber(page, 2),
});
