import { useQuery } from '@tanstack/react-query';
import { useRouteContext, useRouter } from '@tanstack/react-router';
import {
  Activity,
  ArrowRight,
  Bookmark,
  Building2,
  Link2,
  Palette as Paint,
  Plug,
  Search,
  UserRound,
  Zap,
} from 'lucide-react';
import { useState } from 'react';
import { fold } from '@portico/contracts/common/fold';
import { isAdmin } from '@portico/contracts/common/roles';
import type { OwnMembership } from '@portico/contracts/http/memberships';
import { Palette, toast, type PaletteGroup } from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import { readTyped, toFilter } from '../../features/events/query/question.ts';
import { sharedText, shownViews } from '../../features/events/views/shown-views.ts';
import { readEventsSearch } from '../../features/events/events-search.ts';
import { viewsQuery } from '../../features/events/views/views.queries.ts';
import { membershipsQuery } from '../../features/own-organizations/membership.queries.ts';
import { offeredCommands, type Command } from '../../shared/commands/commands.ts';
import { useRested } from '../../shared/time/use-rested.ts';
import { useRights } from '../own-rights.ts';
import { stringifySearch } from '../../shared/health/search-text.ts';
import { chooseTheme, THEME_CHOICES } from '../theme/theme-choice.ts';
import { foundQuery, type MatchGroup } from './found.queries.ts';
import { placesFor } from './places.ts';

const ICONS = { Events: Activity, Integrations: Plug, Organizations: Building2, Users: UserRound } satisfies Record<
  MatchGroup['title'],
  unknown
>;

const DEBOUNCE_MS = 250;

const copyLink = async () => {
  try {
    await navigator.clipboard.writeText(window.location.href);
    toast('success', 'Link copied');
  } catch {
    toast('error', 'Link not copied', 'The browser does not let this page use the clipboard.');
  }
};

const COMMANDS: readonly Command[] = [
  { text: 'Copy link to this page', icon: Link2, run: () => void copyLink() },
  ...THEME_CHOICES.map(({ id, text }) => ({ text: `Theme: ${text}`, icon: Paint, run: () => chooseTheme(id) })),
];

/** Removes duplicate commands. On a phone the drawer and the menu behind it offer the same commands. */
const withoutDoubles = (commands: readonly Command[]): Command[] =>
  commands.filter(({ text }, at) => commands.findIndex((one) => one.text === text) === at);

const fits = (text: string, term: string): boolean => {
  const folded = fold(text);
  return fold(term)
    .split(/\s+/)
    .every((word) => folded.includes(word));
};

/** For non-admins who may correct rejected events. */
const OWN_REJECTED = { text: 'Rejected events', href: '/rejected' };

const billingPlaces = (memberships: readonly OwnMembership[]) =>
  memberships
    .filter(({ hasBilling }) => hasBilling)
    .map(({ organization: { id, name } }) => ({ text: `Billing of ${name}`, href: `/organizations/${id}/billing` }));

/** The dashboard URL for a search. Text that is not a valid query, such as 'Error:timeout', becomes a text search. */
const searchHref = (term: string): string => {
  const read = readTyped(term);
  return `/dashboard${stringifySearch('change' in read ? read.change : toFilter({ kind: 'text', text: term }))}`;
};

export type CommandPaletteProps = {
  /** Closes the palette, which restores the focus. Also called before the chosen action runs. */
  onClose: () => void;
  /** Returns the text that the user typed before the palette loaded. */
  takeTyped: () => string;
};

/** All screens and actions, found by part of their name. */
export const CommandPalette = ({ onClose, takeTyped }: CommandPaletteProps) => {
  const api = useApi();
  const { user } = useRouteContext({ from: '/_portal' });
  const router = useRouter();
  const [typed, setTyped] = useState(takeTyped);
  const term = typed.trim();
  const rested = useRested(term, DEBOUNCE_MS);
  const [commands] = useState(() => withoutDoubles([...offeredCommands(), ...COMMANDS]));
  const hasEvents = user.usertype !== 'LEAD';
  const memberships = useQuery(membershipsQuery(api)).data;
  const { mayCorrect } = useRights(user.usertype);
  const views = useQuery({ ...viewsQuery(api), enabled: hasEvents }).data;
  const found = useQuery(foundQuery(api, user, rested));
  const isSearching = term.length > 1 && (term !== rested || found.isFetching);
  const doing = (act: () => void) => () => {
    onClose();
    act();
  };
  const going = (href: string) => doing(() => router.history.push(href));
  const named: PaletteGroup[] = [
    {
      title: 'Go to',
      entries: [
        ...placesFor(user.usertype).map(({ key, text, href }) => ({ text, href, keys: ['g', key] })),
        ...(mayCorrect && !isAdmin(user.usertype) ? [OWN_REJECTED] : []),
        ...billingPlaces(memberships?.data ?? []),
      ].map(({ href, ...place }) => ({ id: `place ${href}`, ...place, icon: ArrowRight, onAction: going(href) })),
    },
    {
      title: 'Views',
      entries: (views ? shownViews(views) : []).map(({ key, name, search, saved }) => ({
        id: `view ${key}`,
        text: name,
        ...(saved?.sharedWith != null && { note: sharedText(saved) ?? '' }),
        icon: Bookmark,
        onAction: doing(() => void router.navigate({ to: '/dashboard', search: readEventsSearch(search) })),
      })),
    },
    {
      title: 'Actions',
      entries: commands.map(({ text, icon = Zap, keys, run }) => ({
        id: `command ${text}`,
        text,
        icon,
        ...(keys && { keys }),
        onAction: doing(run),
      })),
    },
  ];
  const answers: PaletteGroup[] = isSearching
    ? []
    : (found.data ?? []).map(({ title, found: own }) => ({
        title,
        entries: own.map(({ href, ...one }) => ({ ...one, icon: ICONS[title], onAction: going(href) })),
      }));
  // The search entry appears only after the server has answered, because the server's results come first.
  const search: PaletteGroup = {
    title: 'Search',
    entries:
      term === '' || isSearching || !hasEvents
        ? []
        : [{ id: 'search', text: `Search events for “${term}”`, icon: Search, onAction: going(searchHref(term)) }],
  };
  return (
    <Palette
      label="Commands"
      placeholder="Go to, find, do…"
      term={typed}
      onTermChange={setTyped}
      groups={[
        ...named.map(({ title, entries }) => ({ title, entries: entries.filter(({ text }) => fits(text, term)) })),
        ...answers,
        search,
      ]}
      isSearching={isSearching}
      onClose={onClose}
    />
  );
};
