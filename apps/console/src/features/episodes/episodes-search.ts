import { wholeNumber } from '../../shared/lists/whole-number.ts';

export type EpisodesSearch = {
  /** Shows past episodes instead of current episodes. */
  state?: 'over' | undefined;
  organization?: number | undefined;
  integration?: number | undefined;
  assignee?: 'me' | undefined;
  /** At least 2, because the URL omits page 1. */
  page?: number | undefined;
};

/** Parses the URL. An invalid value counts as absent. */
export const readEpisodesSearch = (address: Record<string, unknown>): EpisodesSearch => ({
  state: address['state'] === 'over' ? 'over' : undefined,
  organization: wholeNumber(address['organization'], 1),
  integration: wholeNumber(address['integration'], 1),
  assignee: address['assignee'] === 'me' ? 'me' : undefined,
  page: wholeNumber(address['page'], 2),
});
