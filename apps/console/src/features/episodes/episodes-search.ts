import { wholeNumber } from '../../shared/lists/whole-number.ts';

/** What the screen of episodes keeps in the URL. */
export type EpisodesSearch = {
  /** Those that are over, instead of those of now. */
  state?: 'over' | undefined;
  organization?: number | undefined;
  integration?: number | undefined;
  assignee?: 'me' | undefined;
  /** From 2: page 1 is left out. */
  page?: number | undefined;
};

/** Reads an address. A value that makes no sense counts as absent. */
export const readEpisodesSearch = (address: Record<string, unknown>): EpisodesSearch => ({
  state: address['state'] === 'over' ? 'over' : undefined,
  organization: wholeNumber(address['organization'], 1),
  integration: wholeNumber(address['integration'], 1),
  assignee: address['assignee'] === 'me' ? 'me' : undefined,
  page: wholeNumber(address['page'], 2),
});
