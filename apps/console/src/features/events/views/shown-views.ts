import type { BuiltInView, View, ViewPlace, Views } from '@portico/contracts/http/views';

type Search = Readonly<Record<string, string>>;

/** `saved` is null for a built-in view. */
export type ShownView = {
  key: number | BuiltInView;
  name: string;
  search: Search;
  place: ViewPlace;
  saved: View | null;
};

const BUILT_IN: readonly { key: BuiltInView; name: string; search: Search }[] = [
  { key: 'failures-today', name: 'Failures today', search: { status: 'FAILURE', range: 'today' } },
  { key: 'late-arrivals', name: 'Late arrivals', search: { where: 'delay:>5m', range: '24h' } },
  { key: 'by-integration', name: 'By integration', search: { range: '24h', facets: 'shown' } },
  { key: 'everything', name: 'Everything', search: {} },
];

/** The built-in views, followed by the saved views. */
export const shownViews = ({ data, builtIn }: Views): ShownView[] => [
  ...BUILT_IN.map((view) => ({ ...view, place: builtIn[view.key], saved: null })),
  ...data.map((view) => ({ key: view.id, name: view.name, search: view.search, place: view.place, saved: view })),
];

export const isPinned = ({ place }: ShownView): boolean => place === 'pinned';
export const isHidden = ({ place }: ShownView): boolean => place === 'hidden';

/** The group with which the owner shares the view: the staff or an organization. Null if only the owner sees the view. */
export const sharedText = ({ sharedWith, organization }: View): string | null => {
  if (sharedWith === null) return null;
  return sharedWith === 'staff' ? 'Staff' : (organization ?? 'Organization');
};
