import type { Rolldown } from 'vite';

/**
 * Libraries that change seldom, in files of their own: a release leaves them in people's caches; without what of them only
 * one screen uses. The rest is split by route, as the bundler sees fit.
 */
export const chunks: Rolldown.OutputOptions['codeSplitting'] = {
  // What a library imports goes where it belongs by itself.
  includeDependenciesRecursively: false,
  groups: [
    { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 3 },
    {
      name: 'router',
      test: /node_modules\/(@tanstack\/(history|store|query-core|(react-)?(router|router-core|store|query))|use-sync-external-store)\/(?!.*\/(queriesObserver|useQueries|infiniteQueryObserver|useInfiniteQuery)\.js)/,
      priority: 2,
    },
    // What every signed-in screen has, of a few hundred bytes each.
    {
      name: 'basics',
      test: /libs\/ui\/src\/(button|feedback|format|icon|skeleton|status-tag|tabs|theme|toast\/toast\.tsx)|libs\/api-client\/src|libs\/contracts\/src\/common\/(usertypes|problem|page)\.ts$|apps\/console\/src\/(messages|app\/(services-context|use-config|title|shell\/(logo|use-session)))/,
      minShareCount: 3,
      priority: 1,
    },
    // What a signed-in page begins with, in small modules of many folders: together they compress far better than apart.
    {
      name: 'portal',
      test: /libs\/ui\/src\/(table|pagination|filter|menu|search-box|popover)\/(?!virtual-rows|menu-popover|popover\.tsx)[^?]*$|apps\/console\/src\/(app\/(shell\/(navigation|portal-shell|side-panel|shortcuts|shortcuts-listener|use-collapsed|user-menu|user-settings)|live\/|theme\/|backend)|features\/membership\/(membership\.queries|selected-organizations|use-scope)|features\/events\/(events-search|time\/time-range)|lists\/list-search)[^?]*$|libs\/contracts\/src\/(http\/(events|orgs)|events\/integration-event)\.ts$/,
      minShareCount: 2,
      priority: 1,
    },
    // Icons of several screens; hundreds of bytes each, they are not worth a request.
    { name: 'icons', test: /node_modules\/lucide-react\//, minShareCount: 3, priority: 1 },
  ],
};
