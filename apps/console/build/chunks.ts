import type { Rolldown } from 'vite';

/*
 * What is loaded together stands together: one file compresses far better than its parts, and each part is a request more and
 * a line more in the lists of those that need it. Libraries that change seldom have files of their own, which a release leaves
 * in people's caches. The rest is split by route, as the bundler sees fit.
 */

/** Files in a folder whose path continues like one of these. */
const within = (folder: string, ...paths: string[]): string => `${folder}/(${paths.join('|')})`;
const source = (...paths: string[]) => within('apps/console/src', ...paths);
const ui = (...folders: string[]) => within('libs/ui/src', ...folders.map((folder) => `${folder}/`));
/** Of the contracts only what stands without schemas. */
const contracts = (...files: string[]) => `${within('libs/contracts/src', ...files)}\\.ts$`;
const icons = (...names: string[]) => `${within('lucide-react/dist/esm/icons', ...names)}\\.mjs`;
const anyOf = (...sources: string[]): RegExp => new RegExp(sources.join('|'));

/** Every page, the front page of visitors too. */
const page = anyOf(
  source('app/(config|configured|error-page|follow-links|services|services-context|title|use-config)\\.'),
  source(
    'app/session/(renewal|session|session-store|sign-on-error)\\.',
    'app/shell/(inside-portal|logo|use-session)',
    'app/theme/',
  ),
  ui('button', 'feedback', 'format', 'icon', 'status-tag', 'theme'),
  within('libs/api-client/src', 'api-error', 'error-text'),
  contracts('common/problem', 'common/page'),
  'libs/contracts/src/common/usertypes',
  'apps/console/build/plain-icon',
  'vite/preload-helper',
  'lucide-react/dist/esm/createLucideIcon',
  icons('building-complex', 'circle-check', 'circle-exclamation-point', 'key-round', 'shield-check'),
  icons('triangle-exclamation-point', 'users'),
);

/** The console, before it is known which of its screens is shown; screens themselves are others' files. */
const start = new RegExp(
  `(${[
    source('start-console', 'routeTree', 'routes/(?!.*/-)', 'shared/messages/toasts', 'shared/lists/list-search'),
    source('app/(app|backend|guards|router|search-text)\\.', 'app/live/'),
    source('features/events/(events-search|time/time-range\\.ts)', 'features/rejected-events/rejected-search'),
    'libs/api-client/src/',
    'libs/ui/src/toast/toast\\.tsx',
    'libs/contracts/src/(events/position|live-protocols)',
    contracts('live', 'events/integration-event'),
  ].join('|')})(?!.*\\?tsr-split)`,
);

/** Every signed-in page: its frame, and what lists are made of. */
const portal = anyOf(
  source('routes/_portal\\.tsx\\?tsr-split', 'shared/messages/load-failure'),
  source('app/shell/(navigation|portal-shell|shell|shortcuts|shortcuts-listener|side-panel|use-collapsed)\\.'),
  source(
    'app/shell/(user-menu|user-settings)',
    'features/own-organizations/(membership\\.queries|selected-organizations|use-scope)',
  ),
  `${ui('filter', 'menu', 'pagination', 'popover', 'screen', 'search-box', 'skeleton', 'table', 'tabs')}(?!virtual-rows|menu-popover|popover\\.tsx)`,
  contracts('http/orgs', 'http/events'),
  icons('chevron-(?!up).*', 'chevrons-.*', 'cloud-off', 'credit-card', 'download', 'layout-dashboard', 'menu'),
  icons('package', 'panel-left-.*', 'plug', 'search', 'search-x', 'square-function'),
  icons('user-round', 'x'),
);

export const chunks: Rolldown.OutputOptions['codeSplitting'] = {
  // What a library imports goes where it belongs by itself.
  includeDependenciesRecursively: false,
  groups: [
    { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 5 },
    {
      name: 'router',
      // Without what of them only one screen uses.
      test: /node_modules\/(@tanstack\/(history|store|query-core|(react-)?(router|router-core|store|query))|use-sync-external-store)\/(?!.*\/(queriesObserver|useQueries|infiniteQueryObserver|useInfiniteQuery)\.js)/,
      priority: 5,
    },
    { name: 'page', test: page, priority: 4 },
    { name: 'portal', test: portal, priority: 3 },
    { name: 'start-console', test: start, priority: 2 },
    // Icons of several screens; hundreds of bytes each, they are not worth a request.
    { name: 'icons', test: /node_modules\/lucide-react\//, minShareCount: 3, priority: 1 },
  ],
};
