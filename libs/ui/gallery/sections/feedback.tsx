import { CloudOff, Plug, SearchX } from 'lucide-react';
import {
  Alert,
  Button,
  EmptyState,
  ErrorScreen,
  Icon,
  Skeleton,
  toast,
  Tooltip,
  Waiting,
  type ToastType,
  Row,
} from '../../src/index.ts';
import * as styles from '../gallery.css.ts';
import { State } from '../specimen.tsx';

export const Alerts = () =>
  (['default', 'info', 'warning', 'danger'] as const).map((variant) => (
    <State key={variant} name={variant} isWide>
      <Alert
        variant={variant}
        title="Two events were refused"
        {...(variant === 'warning' && {
          action: (
            <Button size="sm" variant="secondary">
              Show them
            </Button>
          ),
        })}
      >
        They belong to an integration that is not active any more.
      </Alert>
    </State>
  ));

const TOASTS: readonly [type: ToastType, title: string, text: string][] = [
  ['success', 'Integration updated!', 'Integration payroll updated successfully!'],
  ['info', 'A new version is there', 'Load the page again to use it.'],
  ['warning', 'You are offline', 'Changes are kept until you are back.'],
  ['error', 'Error updating integration', 'Name should be at least 2 letters long'],
  ['loading', 'Publishing', 'This takes a moment.'],
];

export const Toasts = () => (
  <Row gap={3}>
    {TOASTS.map((words) => (
      <Button
        key={words[0]}
        variant="secondary"
        onPress={() => {
          const dismiss = toast(...words);
          if (words[0] === 'loading') setTimeout(dismiss, 4000);
        }}
      >
        {words[0]}
      </Button>
    ))}
  </Row>
);

export const Tooltips = () => (
  <Row gap={3}>
    {(['top', 'right', 'bottom', 'left'] as const).map((placement) => (
      <Tooltip key={placement} text="Take a copy of the trace id" placement={placement}>
        <Button variant="secondary">{placement}</Button>
      </Tooltip>
    ))}
  </Row>
);

export const EmptyStates = () => (
  <>
    <State name="neutral, framed" isWide>
      <EmptyState
        isFramed
        icon={Plug}
        title="Your organization does not have any integrations"
        text="get an integration to see Events."
      />
    </State>
    <State name="danger, with something to do" isWide>
      <EmptyState
        isFramed
        icon={CloudOff}
        tone="danger"
        title="Events could not be loaded"
        text="The server cannot be reached."
      >
        <Button>Try again</Button>
      </EmptyState>
    </State>
    <State name="inside something" isWide>
      <EmptyState icon={SearchX} title="No results." />
    </State>
  </>
);

export const ErrorScreens = () => (
  <div className={styles.embedded}>
    <ErrorScreen text="The server cannot be reached." stack={'Error: The server cannot be reached.\n    at call (api)'}>
      <Button>
        <Icon of={CloudOff} />
        Try again
      </Button>
    </ErrorScreen>
  </div>
);

export const Loading = () => (
  <>
    <State name="Skeleton" isWide>
      <Skeleton width="60%" height="1.5rem" />
      <Skeleton />
      <Skeleton width="80%" />
    </State>
    <State name="Waiting, for a whole page" isWide>
      <div className={styles.embedded}>
        <Waiting text="Signing you in…" />
      </div>
    </State>
  </>
);
