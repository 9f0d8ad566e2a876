import {
  LETTER_SERVICES,
  LETTER_STATES,
  type LetterService,
  type LetterState,
} from '@portico/contracts/http/dead-letters';
import { wholeNumber } from '../../shared/lists/whole-number.ts';

/** URL parameters of the screen; defaults: every service, waiting letters, first page. */
export type LettersSearch = {
  service?: LetterService | undefined;
  state?: LetterState | 'all' | undefined;
  page?: number | undefined;
};

/** Parses the URL. An invalid value counts as absent. */
export const readLettersSearch = ({ service, state, page }: Record<string, unknown>): LettersSearch => ({
  service: LETTER_SERVICES.find((one) => one === service),
  state: ([...LETTER_STATES, 'all'] as const).find((one) => one === state),
  page: wholeNumber(page, 2),
});
