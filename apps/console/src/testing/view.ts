import type { View, Views } from '@portico/contracts/http/views';

export const viewOf = (id: number, values: object = {}): View => ({
  name: 'View',
  search: {},
  sharedWith: null,
  organization: null,
  isOwn: true,
  mayChange: true,
  responsible: { id: 1, name: 'Ada' },
  needsOwnerSince: null,
  place: 'listed',
  createdAt: '2026-01-01T00:00:00.000Z',
  ...values,
  id,
});

/** The response of `GET /views` for a user who has not moved the built-in views, unless `builtIn` sets a place. */
export const viewsOf = (data: View[], builtIn: Partial<Views['builtIn']> = {}): Views => ({
  data,
  count: data.length,
  builtIn: {
    'failures-today': 'pinned',
    'late-arrivals': 'pinned',
    'by-integration': 'pinned',
    everything: 'pinned',
    ...builtIn,
  },
});
