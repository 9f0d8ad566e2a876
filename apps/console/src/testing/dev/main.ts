import '@portico/ui/page';
import { createRoot } from 'react-dom/client';
import { type Usertype, USERTYPES } from '@portico/contracts/common/roles';
import { createServices } from '../../app/services.ts';
import { SignOnError } from '../../app/session/sign-on-error.ts';
import { show } from '../../start-console.tsx';
import { fakeEvents } from '../fake-events.ts';
import { fakeNetwork } from '../fake-network.ts';
import { userOf } from '../fixtures.ts';
import { createArrivals, earlierEvents } from './fake-arrivals.ts';
import { fakeConnect } from './fake-connect.ts';
import { fakeDeadLetters } from './fake-dead-letters.ts';
import { fakeEpisodes } from './fake-episodes.ts';
import { fakeHealth } from './fake-health.ts';
import { fakeNotices } from './fake-notices.ts';
import { fakeOrganizations } from './fake-organizations.ts';
import { fakePeople } from './fake-people.ts';
import { fakeSilence } from './fake-silence.ts';
import { fakeRejected, rejectedTally } from './fake-rejected.ts';

/* `npm run dev:console`: the console with typed fakes instead of services. Changes last until a reload. */

const SETTINGS = { apiUrl: 'http://api.test', tokenKey: 'portico_token', userKey: 'portico_user' };
const ROLE_KEY = 'dev_usertype';
const INTERVAL_MS = 2_000;

const storedRole = (): Usertype => USERTYPES.find((one) => one === localStorage.getItem(ROLE_KEY)) ?? 'SUPER_ADMIN';
/** Signs the user in on the first visit. After a logout, the login asks for a role. */
if (localStorage.getItem(ROLE_KEY) === null) {
  localStorage.setItem(ROLE_KEY, storedRole());
  localStorage.setItem(SETTINGS.tokenKey, 'fake');
  localStorage.setItem(SETTINGS.userKey, JSON.stringify(userOf(storedRole())));
}

const events = earlierEvents(400, Date.now());
const arrivals = createArrivals(events);
const answers = [
  ...fakeConnect(),
  ...fakeDeadLetters(),
  ...fakeEpisodes(),
  ...fakeHealth(),
  ...fakeNotices(),
  ...fakeOrganizations(),
  ...fakePeople(storedRole()),
  ...fakeRejected(),
  ...fakeSilence(),
];
globalThis.fetch = fakeNetwork(
  (name) => answers.find((one) => one.name.test(name))?.answer ?? fakeEvents(events)[name],
);
setInterval(arrivals.arrive, INTERVAL_MS);

const identity = { token: 'fake', email: userOf(storedRole()).email };
const services = createServices(SETTINGS, async () => ({
  login: async (returnTo) => {
    const role = globalThis.prompt(`Sign in as ${USERTYPES.join(', ')}`, storedRole());
    localStorage.setItem(ROLE_KEY, role ?? storedRole());
    globalThis.location.assign(`/callback?returnTo=${encodeURIComponent(returnTo)}`);
  },
  complete: async (address) => ({ identity, returnTo: new URL(address).searchParams.get('returnTo') ?? '/dashboard' }),
  silent: () => Promise.reject(new SignOnError('login_required', 'Login required')),
  logout: async () => globalThis.location.assign('/'),
}));
const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
show(createRoot(root), {
  ...services,
  backend: async () => ({
    ...(await services.backend()),
    live: arrivals.live,
    rejected: { current: () => rejectedTally, onChange: () => () => undefined },
    alerts: { watch: () => () => undefined },
  }),
});
