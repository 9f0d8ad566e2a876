import { Link, useRouteContext } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import { Button, buttonClass, EmptyState } from '@portico/ui';
import { Title } from '../title.tsx';
import { signOnFailure } from './sign-on-failure.ts';

export const SignOnFailed = ({ error }: { error: unknown }) => {
  const session = useRouteContext({ from: '__root__', select: (context) => context.session });
  const { title, text } = signOnFailure(error);
  return (
    <main>
      <Title of={title} />
      <div role="alert">
        <EmptyState icon={KeyRound} tone="danger" level={1} title={title} text={text}>
          <Link to="/login" className={buttonClass()}>
            Try again
          </Link>
          {/* The provider may still remember the rejected account. */}
          <Button variant="secondary" onPress={() => void session.logout()}>
            Use another account
          </Button>
        </EmptyState>
      </div>
    </main>
  );
};
