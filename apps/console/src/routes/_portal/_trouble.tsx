import { createFileRoute, Link, Outlet, useLocation } from '@tanstack/react-router';
import { Stack, type TabLinkProps, TabLinks, TabPanel } from '@portico/ui';
import { useRights } from '../../app/own-rights.ts';
import { speaksPlainly } from './-speaks-plainly.ts';

const TABS = [
  { id: 'episodes', text: 'Episodes' },
  { id: 'silence', text: 'Silence' },
  { id: 'rejected', text: 'Rejected' },
  { id: 'dead-letters', text: 'Dead letters' },
  { id: 'usage', text: 'Usage' },
] as const;

const tabLink = (id: string, props: TabLinkProps) => (
  <Link key={id} to={`/${TABS.find((tab) => tab.id === id)?.id ?? 'episodes'}`} search={{}} {...props} />
);

const Trouble = () => {
  const { user } = Route.useRouteContext();
  const { isMember, mayCorrect, isOperator } = useRights(user.usertype);
  const selected = useLocation({ select: ({ pathname }) => pathname.split('/')[1] ?? '' });
  const isShown = {
    episodes: isMember,
    // Customers need no silence tab: they see one card per integration, which contains all its problems.
    silence: isMember && !speaksPlainly(user.usertype),
    rejected: mayCorrect,
    'dead-letters': isOperator,
    usage: isOperator,
  };
  const tabs = TABS.filter(({ id }) => isShown[id] || id === selected);
  if (tabs.length === 1) return <Outlet />;
  return (
    <Stack gap={6}>
      <TabLinks label="Trouble" tabs={tabs} selected={selected} link={tabLink} />
      <TabPanel id={selected}>
        <Outlet />
      </TabPanel>
    </Stack>
  );
};

export const Route = createFileRoute('/_portal/_trouble')({ component: Trouble });
