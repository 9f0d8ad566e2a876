import '@portico/ui/page';
import { readSettings } from './app/settings.ts';

const UNREACHABLE = 'The page could not be loaded. Check your connection, then load it again.';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');

const settings = readSettings(document, window.location.hostname);
const isVisitor = window.location.pathname === '/' && localStorage.getItem(settings.tokenKey) === null;
const page = isVisitor ? import('./start-landing.tsx') : import('./start-console.tsx');

page.then(
  ({ start }) => start(root, settings),
  () => root.append(UNREACHABLE),
);
