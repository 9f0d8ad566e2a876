import '@portico/ui/page';
import { leaveKeysToInputMethod, watchForMissingCode } from '@portico/ui';
import { replaceBlockedStorage } from './app/browser/storage.ts';
import { tolerateTranslation } from './app/browser/tolerant-nodes.ts';
import { readSettings } from './app/settings.ts';

const UNREACHABLE = 'The page could not be loaded. Check your connection, then load it again.';

tolerateTranslation(window);
replaceBlockedStorage(window);
watchForMissingCode(window);
leaveKeysToInputMethod(window);

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');

const open = () => {
  const settings = readSettings(document, window.location.hostname);
  const isVisitor = window.location.pathname === '/' && localStorage.getItem(settings.tokenKey) === null;
  const page = isVisitor ? import('./start-landing.tsx') : import('./start-console.tsx');
  page.then(
    ({ start }) => start(root, settings),
    () => root.append(UNREACHABLE),
  );
};

// A silent login opens this page in a hidden frame. The page around the frame reads the result from the frame's URL.
if (window.parent === window) open();
