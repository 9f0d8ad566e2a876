import { buttonClass } from '@portico/ui';
import { LandingScreen } from '../features/landing/landing-screen.tsx';
import { Title } from './title.tsx';
import { useConfig } from './use-config.ts';
import { useServices } from './services-context.ts';

/** The page at `/`. Its links are plain, because it renders with and without the router. */
export const FrontPage = () => {
  const { productName } = useConfig();
  const { apiUrl } = useServices();
  return (
    <>
      <Title />
      <LandingScreen
        {...{ productName, apiUrl }}
        actions={
          <>
            <a href="/signup" className={buttonClass({ size: 'lg' })}>
              Sign up
            </a>
            <a href="/vendors/sign-up" className={buttonClass({ size: 'lg', variant: 'secondary' })}>
              Register as a vendor
            </a>
            <a href="/leads/new" className={buttonClass({ size: 'lg', variant: 'secondary' })}>
              Schedule a demo
            </a>
          </>
        }
      />
    </>
  );
};
