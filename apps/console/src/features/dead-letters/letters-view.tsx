import { LettersScreen, type LettersScreenProps } from './letters-screen.tsx';
import { readLettersSearch } from './letters-search.ts';

/** The screen, with whatever the address says: it is read here, so that nothing of it is loaded before. */
export const LettersView = ({
  search,
  ...props
}: Omit<LettersScreenProps, 'search'> & { search: Record<string, unknown> }) => (
  <LettersScreen {...props} search={readLettersSearch(search)} />
);
